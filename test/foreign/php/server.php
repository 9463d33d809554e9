<?php
// A service in the way of PHP's users: a WSDL written by hand, and a class whose methods are the operations. WSDL in the
// environment names the file; `?wsdl` returns it. NOTICES names the file that Notify writes to: each request is a run of
// its own.
declare(strict_types=1);

class Vehicle
{
    public string $plate;
}

class Truck extends Vehicle
{
    public string $load;
}

class Warehouse
{
    private string $user = '';

    public function __construct(private SoapServer $server)
    {
    }

    public function Session(object $session): void
    {
        $this->user = $session->user;
    }

    public function EchoValues(object $request): array
    {
        return ['values' => $request->values];
    }

    public function Inspect(object $request): array
    {
        $values = get_object_vars($request->values);
        $values['image'] = bin2hex($values['image']);
        return ['seen' => json_encode($values, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE)];
    }

    public function EchoItems(object $request): array
    {
        return ['item' => $request->item ?? []];
    }

    public function EchoVehicle(object $request): array
    {
        $vehicle = $request->vehicle;
        $vehicle->plate = get_class($vehicle) . ' ' . $vehicle->plate;
        return ['vehicle' => $vehicle];
    }

    public function EchoLabel(object $label): object
    {
        return $label;
    }

    public function Total(object $request): array
    {
        return ['total' => array_sum($request->count)];
    }

    public function WhoAmI(): array
    {
        $this->server->addSoapHeader(new SoapHeader('urn:warehouse', 'Quota', 7));
        return ['user' => $this->user];
    }

    public function Remove(object $request): array
    {
        if ($request->id === 404) {
            throw new SoapFault('Client', 'There is no such item.', null, ['id' => 404, 'tried' => ['shelf', '']], 'Missing');
        }
        if ($request->id === 500) throw new SoapFault('Server', 'The shelf is locked: <&>.');
        return [];
    }

    public function Notify(object $request): void
    {
        file_put_contents(getenv('NOTICES'), $request->text);
    }

    public function LastNotice(): array
    {
        $file = getenv('NOTICES');
        return ['text' => is_file($file) ? file_get_contents($file) : null];
    }
}

$version = str_contains($_SERVER['CONTENT_TYPE'] ?? '', 'soap+xml') ? SOAP_1_2 : SOAP_1_1;
$server = new SoapServer(getenv('WSDL'), [
    'soap_version' => $version,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'classmap' => ['Vehicle' => 'Vehicle', 'Truck' => 'Truck'],
]);
$server->setObject(new Warehouse($server));
$server->handle();
