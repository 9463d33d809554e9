<?php
// A ticket system on PHP's SoapServer, which serves its own WSDL: the service of docs/tutorials/call-a-service.md.
// php -S localhost:8000 test/interop/tickets/tickets.php
ini_set('soap.wsdl_cache_enabled', '0');
$address = 'http://' . $_SERVER['HTTP_HOST'] . '/tickets.php';

if (isset($_GET['xsd'])) {
    header('Content-Type: text/xml; charset=utf-8');
    readfile(__DIR__ . '/tickets.xsd');
    return;
}

$wsdl = str_replace('ADDRESS', $address, file_get_contents(__DIR__ . '/tickets.wsdl'));
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    header('Content-Type: text/xml; charset=utf-8');
    echo $wsdl;
    return;
}

class Tickets
{
    private $user = 'nobody';

    public function __construct()
    {
        $this->user = $_SERVER['PHP_AUTH_USER'] ?? 'nobody';
    }

    /** The header block of WS-Security: a UsernameToken with the password as text. */
    public function Security($header)
    {
        $token = $header->UsernameToken;
        if ($token->Password !== 'secret') throw new SoapFault('Client', 'The password is wrong.');
        $this->user = $token->Username;
    }

    public function FindTicket($request)
    {
        if ($request->number == 404) {
            throw new SoapFault('Client', 'There is no such ticket.', null, ['number' => 404], 'NotFound');
        }
        return ['ticket' => [
            'number' => $request->number,
            'title' => 'Printer on fire',
            'status' => 'open',
            'opened' => '2026-03-01T08:30:00Z',
            'cost' => '12.50',
            'reply' => ['Which printer?', 'The big one.'],
        ]];
    }

    public function WhoAmI()
    {
        return ['user' => $this->user];
    }
}

// PHP's built-in server handles one request at a time, so that SoapServer cannot fetch the schema from this address.
$file = tempnam(sys_get_temp_dir(), 'tickets');
file_put_contents($file, str_replace("$address?xsd=tickets", __DIR__ . '/tickets.xsd', $wsdl));
$server = new SoapServer($file);
unlink($file);
$server->setClass('Tickets');
$server->handle();
