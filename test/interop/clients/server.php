<?php
// A PHP SoapServer for a golden contract, run by PHP's own web server. WSDL in the environment names the file. What
// begins with Echo, and most of rpc style, answers with what it is given; headers that come in go into a fault or an answer.
declare(strict_types=1);

class Echoing
{
    private array $seen = [];

    public function __construct(private SoapServer $server, private string $namespace)
    {
    }

    public function Session(object $header): void { $this->seen['Session'] = $header->Token; }
    public function Ticket(object $header): void { $this->seen['Ticket'] = $header->key; }
    public function Trace(string $header): void { $this->seen['Trace'] = $header; }

    public function Find(object $request): array
    {
        if ($request->Query === 'nothing') {
            throw new SoapFault('Client', 'Not there.', null, ['Name' => $this->seen['Session'], 'Tried' => ['a', '']], 'NotFound');
        }
        if ($request->Query === 'late') throw new SoapFault('Server', 'Busy.', null, 'until noon', 'Busy');
        $this->server->addSoapHeader(new SoapHeader($this->namespace, 'Quota', 7));
        return ['Found' => [$request->Query, $this->seen['Session']]];
    }

    public function Look(string $what): string
    {
        if ($what === 'gone') {
            throw new SoapFault('Client', 'Gone.', null, ['since' => '1999', 'last' => ['a', '']], 'Gone');
        }
        $this->server->addSoapHeader(new SoapHeader($this->namespace, 'Trace', 'of ' . $this->seen['Trace']));
        return $this->seen['Ticket'];
    }

    public function Notify(object $request): void {}
    public function Tell(string $what, bool $urgent): void {}
    public function Describe(object $query): array { return ['_' => '1.50', 'currency' => $query->Text . $query->limit]; }
    public function Ping(string $text): int { return strlen($text); }
    public function Delete(int $id, string $date): bool { return $id === PHP_INT_MAX && $date === '2024-02-29Z'; }
    public function Date(): array { return ['year' => 2024, 'month' => 2, 'day' => 29]; }
    // The second one is a copy: an object that stands twice in an answer is a reference the second time, literal or not.
    public function Order(object $order): array { return ['Order' => $order, 'Previous' => unserialize(serialize($order))]; }
    public function People(object $own, object $listed, object $part): array { return ['own' => $own, 'listed' => $listed, 'part' => $part]; }
    public function Export(string $package): array { return ['_' => "\x00\x01\xff", 'name' => $package, 'kind' => 'k']; }
    public function Plain(object $order): array { return ['Name' => (string) $order->number]; }

    public function __call(string $name, array $arguments): mixed
    {
        return $name === 'add-b' ? ['sum' => $arguments[0], 'a-b' => $arguments[2]] : $arguments[0];
    }
}

$wsdl = getenv('WSDL');
$version = str_contains($_SERVER['CONTENT_TYPE'] ?? '', 'soap+xml') ? SOAP_1_2 : SOAP_1_1;
$server = new SoapServer($wsdl, ['soap_version' => $version, 'cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
preg_match('/targetNamespace="([^"]*)"/', file_get_contents($wsdl), $found);
$server->setObject(new Echoing($server, $found[1]));
$server->handle(file_get_contents('php://input'));
