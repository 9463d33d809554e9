<?php
// Reads WSDLs, and prints the functions and types that SoapClient makes of each, in their order:
// {"functions": […], "types": […]}, or {"error": "…"}.
$read = function (string $path): array {
    try {
        $client = new SoapClient($path, ['cache_wsdl' => WSDL_CACHE_NONE, 'exceptions' => true]);
        return ['functions' => $client->__getFunctions(), 'types' => $client->__getTypes()];
    } catch (SoapFault $fault) {
        return ['error' => $fault->getMessage()];
    }
};
echo json_encode(array_map($read, array_slice($argv, 1)), JSON_THROW_ON_ERROR);
