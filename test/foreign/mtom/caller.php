<?php
// Calls a service with values of sizes that are arguments, and says of each whether it came back reversed.
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
foreach (array_slice($argv, 2) as $size) {
    $sent = '';
    for ($at = 0; $at < $size; $at++) $sent .= chr((($at * 7) ^ ($at >> 8)) & 255);
    $received = $client->Reverse(['Bytes' => $sent])->Bytes;
    echo $size, ' ', $received === strrev($sent) ? 'same' : 'different', "\n";
}
