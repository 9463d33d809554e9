<?php
// Reads a WSDL, and prints the functions and types that SoapClient makes of it: {"functions": [...], "types": [...]}.
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE, 'exceptions' => true]);
echo json_encode(['functions' => $client->__getFunctions(), 'types' => $client->__getTypes()]);
