<?php
// Calls Find of each WSDL, and prints what each gave: the text in base64, or null.
declare(strict_types=1);

ini_set('default_socket_timeout', '2');
$read = [];
foreach (json_decode(stream_get_contents(STDIN)) as $wsdl) {
    try {
        $client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE, 'keep_alive' => false]);
        $read[] = base64_encode((string) ($client->Find(new stdClass())->Name ?? ''));
    } catch (Throwable $error) {
        $read[] = null;
    }
}
echo json_encode($read);
