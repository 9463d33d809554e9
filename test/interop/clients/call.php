<?php
// Calls operations with PHP's SoapClient. Standard input: a list of {wsdl, soap, calls: [{operation, input, headers?, again?}]}; an
// input that is a list is the parts of an rpc message. In values {"$base64": …} stands for bytes, {"$long": …} for an
// integer, {"$path": …} for a file's bytes, {"$type": [namespace, name], …} for a record of that type, {"$xml": …} for an
// element as it stands, {"$map": {…}} for an array with keys. `again` calls a second time with what came back. Standard output: for each, a list of {result, headers} or
// {fault: {code, reason, detail}}, each with the XML that went over the wire.
declare(strict_types=1);
ini_set('soap.wsdl_cache_enabled', '0');

function decoded(mixed $value): mixed
{
    if (is_array($value)) return array_map('decoded', $value);
    if (!$value instanceof stdClass) return $value;
    $fields = get_object_vars($value);
    if (isset($fields['$base64'])) return base64_decode($fields['$base64'], true);
    if (isset($fields['$path'])) return file_get_contents($fields['$path']);
    if (isset($fields['$map'])) return array_map('decoded', get_object_vars($fields['$map']));
    if (isset($fields['$long'])) return intval($fields['$long']);
    if (isset($fields['$xml'])) return new SoapVar($fields['$xml'], XSD_ANYXML);
    if (isset($fields['$type'])) {
        [$namespace, $name] = $fields['$type'];
        unset($fields['$type']);
        return new SoapVar((object) array_map('decoded', $fields), SOAP_ENC_OBJECT, $name, $namespace);
    }
    return (object) array_map('decoded', $fields);
}

function encoded(mixed $value): mixed
{
    if (is_int($value)) return ['$long' => (string) $value];
    if (is_float($value) && !is_finite($value)) return (string) $value;
    if (is_string($value) && preg_match('//u', $value) !== 1) return ['$base64' => base64_encode($value)];
    if (is_array($value)) return array_map('encoded', $value);
    if ($value instanceof stdClass) return (object) array_map('encoded', get_object_vars($value));
    return $value;
}

function header_of(stdClass $header): SoapHeader
{
    return new SoapHeader($header->namespace, $header->name, decoded($header->value), $header->mustUnderstand ?? false);
}

function answers_of(stdClass $job): array
{
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
        $input = decoded($call->input);
        $headers = array_map('header_of', $call->headers ?? []);
        $got = [];
        try {
            $result = $client->__soapCall($call->operation, is_array($input) ? $input : [$input], null, $headers, $got);
            $answer = ['result' => encoded($result)];
            if ($got !== []) $answer['headers'] = encoded($got);
            if ($call->again ?? false) {
                $parts = is_array($input) ? (is_array($result) ? array_values($result) : [$result]) : [$result];
                $client->__soapCall($call->operation, $parts, null, $headers);
            }
        } catch (SoapFault $fault) {
            $answer = ['fault' => ['code' => $fault->faultcode, 'reason' => $fault->getMessage(), 'detail' => encoded($fault->detail ?? null)]];
        }
        $answers[] = $answer + [
            'request' => strlen((string) $client->__getLastRequest()) < 65536 ? $client->__getLastRequest() : '',
            'response' => $client->__getLastResponse(),
        ];
    }
    return $answers;
}

$jobs = json_decode(stream_get_contents(STDIN), false, 512, JSON_THROW_ON_ERROR);
echo json_encode(array_map('answers_of', $jobs), JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
