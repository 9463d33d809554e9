import type {
  Binding,
  BindingBody,
  BindingOperation,
  Port,
  PortType,
  PortTypeOperation,
  QName,
  Service,
} from '../model/index.ts';

export interface ServicePort {
  readonly service: Service;
  readonly port: Port;
}

/** A port type with its operations, bindings and ports that code is generated for. */
export interface ChosenPortType {
  readonly portType: PortType;
  readonly bindings: readonly Binding[];
  readonly ports: readonly ServicePort[];
}

/** Names in lists that a message shows without a cut. */
export function shortLists(names: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (const name of names) {
    const last = lists.at(-1);
    if (last !== undefined && last.length + name.length < 180) lists[lists.length - 1] = `${last}, ${name}`;
    else lists.push(name);
  }
  return lists;
}

/** The services with the chosen ports, in the order of these. */
export function servicesOf(chosen: readonly ChosenPortType[]): readonly Service[] {
  const ports = new Map<Service, Port[]>();
  for (const { service, port } of chosen.flatMap((one) => one.ports)) {
    const own = ports.get(service);
    if (own === undefined) ports.set(service, [port]);
    else own.push(port);
  }
  return [...ports].map(([service, own]) => ({
    ...service,
    ports: service.ports.filter((port) => own.includes(port)),
  }));
}

/** Whether two bindings of a port type put the same messages on the wire, so that one client can call ports of both. */
export function hasMessagesOf(known: Binding, other: Binding): boolean {
  if (known.soapVersion !== other.soapVersion) return false;
  const wireOf = ({ soapAction, style, input, output, faults }: BindingOperation): string => {
    const body = (one: BindingBody | undefined) => one && [one.use, one.namespace, one.parts, one.headers];
    return JSON.stringify([
      soapAction,
      style,
      body(input),
      body(output),
      faults.map(({ use, namespace }) => [use, namespace]),
    ]);
  };
  return other.operations.every((one) => {
    const same = known.operations.find(({ name, inputName }) => name === one.name && inputName === one.inputName);
    return same !== undefined && wireOf(same) === wireOf(one);
  });
}

/** The names of all messages that operations refer to. */
export function messagesOf(operations: readonly PortTypeOperation[], bindings: readonly Binding[]): readonly QName[] {
  const bodies = bindings.flatMap((binding) => binding.operations.flatMap(({ input, output }) => [input, output]));
  return [
    ...operations.flatMap(({ input, output, faults }) =>
      [input, output, ...faults].flatMap((one) => one?.message ?? []),
    ),
    ...bodies.flatMap(
      (body) =>
        body?.headers.flatMap(({ message, faults = [] }) => [message, ...faults.map((fault) => fault.message)]) ?? [],
    ),
  ];
}

export function isStartedByService({ pattern }: PortTypeOperation): boolean {
  return pattern === 'notification' || pattern === 'solicit-response';
}

/** The uses of the bodies of a binding. */
export function usesOf({ operations }: Binding): readonly ('literal' | 'encoded')[] {
  return operations.flatMap(({ input, output }) => [input, output].flatMap((body) => body?.use ?? []));
}
