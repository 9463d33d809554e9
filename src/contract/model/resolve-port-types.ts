import type { ClientPort, ClientPorts } from './client-ports.ts';
import { topLevelIdentifier } from './identifier.ts';
import type { Lookup } from './lookup.ts';
import { operationNameIn, operationNameOf } from './naming.ts';
import type { ResolvedPort, ResolvedPortType } from './resolved-service.ts';
import { demandText, distinctDemands, metDemands, type SecurityDemand } from './security.ts';

/** The port types of a contract, as clients need them. */
export function resolvedPortTypes(portTypes: readonly ClientPorts[], lookup: Lookup): readonly ResolvedPortType[] {
  const portName = portNames(portTypes.flatMap(({ ports }) => ports));
  const isSole = portTypes.length === 1;
  return portTypes.map(({ client, portType, service, ports }) => ({
    name: portType.name.local,
    client,
    service: service.name,
    doc: portType.doc ?? service.doc,
    ports: ports.map(
      (one): ResolvedPort => ({
        name: portName(one),
        soapVersion: lookup.binding(one.port.binding).soapVersion,
        address: one.port.address,
      }),
    ),
    security: securityOf(ports),
    methods: new Map(
      portType.operations.map((operation) => {
        const identifier = operationNameOf(operation);
        // A constant has the port type in its name where another one has the plain name; a method does not need it.
        const isQualified = !isSole && identifier === operationNameIn(portType.name, operation.name);
        return [isQualified ? topLevelIdentifier(operation.name) : identifier, identifier];
      }),
    ),
  }));
}

/** A port that clients cannot meet lets users do it by means of their own. */
function securityOf(ports: readonly ClientPort[]): readonly SecurityDemand[] {
  const all = ports.flatMap(({ port: { security = [{}] } }) => {
    const met = metDemands(security);
    return met.length === 0 ? [{}] : met;
  });
  const found = distinctDemands(all);
  return found.every((one) => demandText(one) === 'nothing') ? [] : found;
}

/** WSDL 1.1 wants distinct names of ports in a document, which several files and careless authors do not have. */
function portNames(ports: readonly ClientPort[]): (one: ClientPort) => string {
  const firsts = new Map<string, ClientPort>();
  for (const one of ports) if (!firsts.has(one.port.name)) firsts.set(one.port.name, one);
  return (one) => (firsts.get(one.port.name) === one ? one.port.name : `${one.service.name}.${one.port.name}`);
}
