import type { Contract, Port, PortType, Service } from './model.ts';
import { portTypeClientName, serviceNames } from './naming.ts';
import { nameKey } from './qualified-name.ts';

/** A port type with the ports that one class of client.ts can call. */
export interface ClientPorts {
  /** Name of the class. */
  readonly client: string;
  readonly portType: PortType;
  /** Of the first port. */
  readonly service: Service;
  /** In the contract's order, of all services. */
  readonly ports: readonly ClientPort[];
}

export interface ClientPort {
  readonly service: Service;
  readonly port: Port;
}

const known: WeakMap<Contract, readonly ClientPorts[]> = new WeakMap();

/**
 * The port types of a contract that have ports. The client of the first one of a service has the name of the service, any
 * other the name of its port type.
 */
export function clientPorts(contract: Contract): readonly ClientPorts[] {
  const existing = known.get(contract);
  if (existing !== undefined) return existing;
  const found = findClientPorts(contract);
  known.set(contract, found);
  return found;
}

function findClientPorts({ portTypes, bindings, services }: Contract): readonly ClientPorts[] {
  const typeOf = new Map(bindings.map(({ name, portType }) => [nameKey(name), nameKey(portType)]));
  const all = services.flatMap((service) => service.ports.map((port) => ({ service, port })));
  const taken = new Set<string>();
  const named = new Set<Service>();
  return portTypes.flatMap((portType) => {
    const ports = all.filter(({ port }) => typeOf.get(nameKey(port.binding)) === nameKey(portType.name));
    const [first] = ports;
    if (first === undefined) return [];
    const { service } = first;
    const ofService = serviceNames(service).client;
    const candidates = [...(named.has(service) ? [] : [ofService]), portTypeClientName(portType.name.local)];
    let client =
      candidates.find((name) => !taken.has(name)) ?? portTypeClientName(`${service.name}_${portType.name.local}`);
    while (taken.has(client)) client += '_';
    taken.add(client);
    named.add(service);
    return [{ client, portType, service, ports }];
  });
}
