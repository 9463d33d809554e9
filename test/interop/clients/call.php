<?php
// Calls operations with PHP's SoapClient. Standard input: {wsdl, soap, calls: [{operation, input}]}, where a value
// {"$base64": …} stands for bytes, {"$long": …} for an integer and {"$path": …} for a file's bytes. Standard output: a
// list of {result} or {fault: {code, reason, status}}, each with the XML that went over the wire.
declare(strict_types=1);
ini_set('soap.wsdl_cache_enabled', '0');

$job = json_decode(stream_get_contents(STDIN), false, 512, JSON_THROW_ON_ERROR);

function decoded(mixed $value): mixed
{
    if (is_array($value)) return array_map('decoded', $value);
    if (!$value instanceof stdClass) return $value;
    $fields = get_object_vars($value);
    if (isset($fields['$base64'])) return base64_decode($fields['$base64'], true);
    if (isset($fields['$path'])) return file_get_contents($fields['$path']);
    if (isset($fields['$long'])) return intval($fields['$long']);
    return (object) array_map('decoded', $fields);
}

function encoded(mixed $value): mixed
{
    if (is_int($value)) return ['$long' => (string) $value];
    if (is_array($value)) return array_map('encoded', $value);
    if ($value instanceof stdClass) return (object) array_map('encoded', get_object_vars($value));
    return $value;
}

$client = new SoapClient($job->wsdl, [
    'soap_version' => $job->soap === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'trace' => true,
    'exceptions' => true,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'keep_alive' => true,
]);

$answers = [];
foreach ($job->calls as $call) {
    try {
        $answer = ['result' => encoded($client->__soapCall($call->operation, [decoded($call->input)]))];
    } catch (SoapFault $fault) {
        $answer = ['fault' => ['code' => $fault->faultcode, 'reason' => $fault->getMessage(), 'detail' => $fault->detail ?? null]];
    }
    $answers[] = $answer + [
        'request' => strlen((string) $client->__getLastRequest()) < 65536 ? $client->__getLastRequest() : '',
        'response' => $client->__getLastResponse(),
    ];
}
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
