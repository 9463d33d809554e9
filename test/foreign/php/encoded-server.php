<?php
// A service with rpc/encoded messages: arrays, maps, values of any type, and objects that occur twice. WSDL in the
// environment names the file, which `?wsdl` returns; SOAP is the version.
declare(strict_types=1);

class Vehicle
{
    public string $plate;
}

class Truck extends Vehicle
{
    public string $load;
}

class Catalogue
{
    private string $user = '';

    public function __construct(private SoapServer $server)
    {
    }

    public function Session(object $session): void
    {
        $this->user = $session->user;
    }

    public function EchoVehicle(object $vehicle): object
    {
        $vehicle->plate = get_class($vehicle) . ' ' . $vehicle->plate;
        return $vehicle;
    }

    public function Inspect(object $values): string
    {
        $fields = get_object_vars($values);
        $fields['image'] = bin2hex($fields['image']);
        return json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }

    /** One object twice: the second one is a reference to the first. */
    public function Twins(string $name): array
    {
        $item = ['id' => 1, 'name' => $name, 'note' => null, 'tags' => ['a', 'b']];
        $twin = (object) $item;
        return [$twin, (object) $item, $twin];
    }

    public function Total(array $counts, int $start): int
    {
        return array_sum($counts) + $start;
    }

    public function WhoAmI(): string
    {
        $this->server->addSoapHeader(new SoapHeader('urn:catalogue', 'Quota', 7));
        return $this->user;
    }

    public function Remove(int $id): void
    {
        if ($id === 404) throw new SoapFault('Client', 'There is no such item.', null, ['id' => 404]);
    }

    public function Join(?string $first, ?string $second): ?string
    {
        if ($first === null && $second === null) return null;
        return json_encode([$first, $second], JSON_THROW_ON_ERROR);
    }

    /** A declared fault with a detail, or with one that is nil. */
    public function Lose(int $id): void
    {
        $detail = $id === 0 ? new SoapVar(null, XSD_ANYTYPE) : (object) ['id' => $id];
        throw new SoapFault('Client', 'It is lost.', null, $detail, 'Lost');
    }

    /** The operations that return what they are given. */
    public function __call(string $name, array $arguments): mixed
    {
        return $arguments[0];
    }
}

$server = new SoapServer(getenv('WSDL'), [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'soap_version' => getenv('SOAP') === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'classmap' => ['Vehicle' => 'Vehicle', 'Truck' => 'Truck'],
]);
$server->setObject(new Catalogue($server));
$server->handle();
