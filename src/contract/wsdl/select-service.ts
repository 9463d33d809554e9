import {
  type Diagnostic,
  type Entry,
  wsdl as kinds,
  type ParametersOf,
  type ReportDetails,
  report,
} from '../../diagnostics/index.ts';
import type {
  Binding,
  BindingOperation,
  Contract,
  Message,
  Port,
  PortType,
  PortTypeOperation,
  Service,
} from '../model/index.ts';
import { boundOperation, nameKey, withElementParts, withReached, withReturns } from '../model/index.ts';
import { withKnownParts } from './body-parts.ts';
import {
  type ChosenPortType,
  hasMessagesOf,
  isStartedByService,
  messagesOf,
  type ServicePort,
  servicesOf,
  shortLists,
  usesOf,
} from './chosen-ports.ts';
import { isOverHttp } from './components/bindings.ts';
import { isAddress } from './locations.ts';
import { inOneNamespace } from './one-namespace.ts';
import { withQualifiedHeaders } from './qualified-headers.ts';
import { withElements } from './schema-element.ts';

/** What to generate from a WSDL. */
export interface ServiceChoice {
  /** Name of the service; by default all services with SOAP ports. */
  readonly service?: string | undefined;
  /** Name of the port; by default all. */
  readonly port?: string | undefined;
  /** Names of operations; by default all. */
  readonly operations?: readonly string[] | undefined;
  /** What is taken if neither is named: all services, or the first one, or its first port type. By default all. */
  readonly extent?: 'all' | 'service' | 'port type' | undefined;
}

export interface SelectedService {
  /** Absent if there are errors. */
  readonly contract?: Contract;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The contract of the chosen services: their port types, the ports of each that share its messages, their operations, and
 * the components that these reach.
 *
 * @param isComplete whether a port type without operations has none in the WSDL either.
 */
export function selectService(contract: Contract, choice: ServiceChoice = {}, isComplete = false): SelectedService {
  const selection = new Selection(contract, choice, isComplete);
  const selected = selection.select();
  return { ...(selected && { contract: selected }), diagnostics: selection.diagnostics };
}

class Selection {
  readonly diagnostics: Diagnostic[] = [];
  /** Ports that a message has named as left out. */
  readonly #left: Set<string> = new Set();
  readonly #contract: Contract;
  readonly #choice: ServiceChoice;
  readonly #isComplete: boolean;
  readonly #bindings: ReadonlyMap<string, Binding>;

  constructor(contract: Contract, choice: ServiceChoice, isComplete: boolean) {
    this.#isComplete = isComplete;
    this.#contract = contract;
    this.#choice = choice;
    this.#bindings = new Map(contract.bindings.map((binding) => [nameKey(binding.name), binding]));
  }

  select(): Contract | undefined {
    const services = this.#services();
    const [leader] = services;
    const port = leader && this.#port(leader);
    if (leader === undefined || port === undefined) return undefined;
    const groups = this.#choice.port === undefined ? this.#groups(services) : [[{ service: leader, port }]];
    this.#checkOperations(groups);
    const callable = groups.flatMap((ports) => this.#portType(ports, groups.length > 1) ?? []);
    const chosen = callable.length > 0 ? callable : groups.slice(0, 1).flatMap((ports) => this.#portType(ports) ?? []);
    if (chosen.length === 0) return undefined;
    if (this.#choice.port === undefined) this.#nameOthers(chosen);
    return this.#contractOf(chosen);
  }

  /** The services to generate from, without ports of other transports. Generated code is named after the first one. */
  #services(): readonly Service[] {
    const usable = this.#contract.services.filter(({ ports }) => ports.length > 0);
    const { service: name, port: portName, extent = 'all' } = this.#choice;
    const overHttp = usable.find(({ ports }) => ports.some((port) => this.#isOverHttp(port)));
    const ofPort = usable.find(({ ports }) => ports.some((port) => port.name === portName));
    const leader = name === undefined ? (ofPort ?? overHttp ?? usable[0]) : usable.find((one) => one.name === name);
    if (leader !== undefined) {
      const isAlone = name !== undefined || portName !== undefined || extent !== 'all';
      const others = isAlone ? [] : usable.filter((one) => one !== leader);
      return [leader, ...others].flatMap((service) => this.#overHttp(service, overHttp !== undefined && !isAlone));
    }
    const unbound = name === undefined ? this.#serviceOfBindings() : undefined;
    if (unbound !== undefined) return [unbound];
    if (name === undefined) this.#add(kinds.noService, {}, this.#contract.origin);
    else {
      const among = usable.map((one) => one.name);
      this.#add(kinds.unknownChoice, { kind: 'service with a SOAP port', name }, this.#contract.origin, {
        didYouMean: { name, among },
      });
    }
    return [];
  }

  /** Standards such as ONVIF publish bindings without a service: each vendor has an address of its own. */
  #serviceOfBindings(): Service | undefined {
    const { bindings, name, origin } = this.#contract;
    if (bindings.length === 0) return undefined;
    this.#add(kinds.noAddress, { what: 'The WSDL has bindings but no service' }, origin);
    const ports = bindings.map((binding) => ({ name: binding.name.local, binding: binding.name, address: '' }));
    return { name, ports };
  }

  /** Placeholders such as REPLACE_WITH_ACTUAL_URL do not count as addresses. */
  #withAddress(port: Port): Port {
    const isAddress = URL.canParse(port.address) && /^https?:/i.test(port.address);
    if (isAddress) return port;
    const what =
      port.address === '' ? `The port ${port.name} has no address` : `"${port.address}" is not an HTTP address`;
    this.#add(kinds.noAddress, { what }, port.origin);
    return { ...port, address: '' };
  }

  #isOverHttp({ binding }: Port): boolean {
    const found = this.#bindings.get(nameKey(binding));
    return found !== undefined && isOverHttp(found);
  }

  /**
   * The service without its ports of other transports. A service without other ports has all of them, unless another
   * service is over HTTP.
   */
  #overHttp(service: Service, isElsewhere: boolean): readonly Service[] {
    const ports = service.ports.filter((port) => this.#isOverHttp(port) || port.name === this.#choice.port);
    if (ports.length === 0 && !isElsewhere) {
      for (const { binding, origin } of service.ports.slice(0, 1)) {
        const transport = this.#bindings.get(nameKey(binding))?.transport ?? '';
        this.#add(kinds.otherTransport, { binding: binding.local, transport }, origin);
      }
      return [{ ...service, ports: service.ports.map((port) => this.#withAddress(port)) }];
    }
    for (const port of service.ports) {
      if (ports.includes(port)) continue;
      const transport = this.#bindings.get(nameKey(port.binding))?.transport ?? '';
      this.#leavePort(port, `its transport is ${transport}`);
    }
    return ports.length === 0 ? [] : [{ ...service, ports: ports.map((port) => this.#withAddress(port)) }];
  }

  #leavePort({ name, binding, origin }: Port, reason: string): void {
    this.#add(kinds.leftOut, { what: `The port ${name}`, reason }, origin);
    this.#left.add(`${nameKey(binding)} ${name}`);
  }

  #port({ ports }: Service): Port | undefined {
    const { port: name } = this.#choice;
    const chosen = name === undefined ? ports[0] : ports.find((one) => one.name === name);
    if (chosen !== undefined || name === undefined) return chosen;
    const among = ports.map((one) => one.name);
    this.#add(kinds.unknownChoice, { kind: 'SOAP port', name }, this.#contract.origin, { didYouMean: { name, among } });
    return undefined;
  }

  /** The ports of each port type, in the order of their first ports. */
  #groups(services: readonly Service[]): readonly (readonly ServicePort[])[] {
    const groups = new Map<string, ServicePort[]>();
    for (const service of services) {
      for (const port of service.ports) {
        const binding = this.#bindings.get(nameKey(port.binding));
        if (binding === undefined) continue;
        const key = nameKey(binding.portType);
        groups.set(key, [...(groups.get(key) ?? []), { service, port }]);
      }
    }
    const all = [...groups.values()];
    return this.#choice.extent === 'port type' ? all.slice(0, 1) : all;
  }

  #portTypeOf([first]: readonly ServicePort[]): PortType | undefined {
    const binding = first && this.#bindings.get(nameKey(first.port.binding));
    return binding && this.#contract.portTypes.find(({ name }) => nameKey(name) === nameKey(binding.portType));
  }

  /** A port type with the operations that can be called, and the ports that share its messages. */
  #portType(ports: readonly ServicePort[], hasOthers = false): ChosenPortType | undefined {
    const [first, ...others] = ports;
    const binding = first && this.#bindings.get(nameKey(first.port.binding));
    const portType = this.#portTypeOf(ports);
    if (first === undefined || binding === undefined || portType === undefined) return undefined;
    const operations = this.#operations(portType, binding, hasOthers);
    if (operations === undefined) return undefined;
    const taken = [first];
    // The contract language has one binding for each version.
    const isSole = this.#choice.extent === 'port type';
    const bindings = [binding];
    for (const one of others) {
      const other = this.#bindings.get(nameKey(one.port.binding));
      if (other === undefined) continue;
      const isFirstOfVersion = bindings.every(({ soapVersion }) => soapVersion !== other.soapVersion);
      const isShared = isFirstOfVersion
        ? this.#hasUseOf(binding, first.port, other, one.port)
        : bindings.some((known) => known === other || (!isSole && hasMessagesOf(known, other)));
      if (!isShared) continue;
      taken.push(one);
      if (!bindings.includes(other)) bindings.push(other);
    }
    return { portType: { ...portType, operations }, bindings, ports: taken };
  }

  /** Names the ports that generated code does not have, unless a message has named them. */
  #nameOthers(chosen: readonly ChosenPortType[]): void {
    const all = chosen.flatMap(({ ports }) => ports);
    const [first] = all;
    if (first === undefined) return;
    const portKey = (service: string, port: string): string => `${service} ${port}`;
    const taken = new Set(all.map(({ service, port }) => portKey(service.name, port.name)));
    const others = this.#contract.services.flatMap(({ name: service, ports }) =>
      ports.flatMap(({ name, binding }) =>
        taken.has(portKey(service, name)) || this.#left.has(`${nameKey(binding)} ${name}`)
          ? []
          : [`${service}.${name}`],
      ),
    );
    const { port, service } = first;
    const [services] = shortLists([...new Set(all.map((one) => one.service.name))]);
    if (services?.includes(', ')) this.#add(kinds.severalServices, { services }, port.origin);
    for (const names of shortLists(others)) {
      this.#add(kinds.otherServices, { port: port.name, service: service.name, others: names }, port.origin);
    }
  }

  /** Whether a port beside the chosen one has messages of the same use; another one is left out, since both share codecs. */
  #hasUseOf(binding: Binding, { name: chosen }: Port, other: Binding, port: Port): boolean {
    if (usesOf(other).every((use) => usesOf(binding).includes(use))) return true;
    const uses = [...new Set(usesOf(binding))];
    this.#leavePort(port, `its messages are not ${uses.join(' or ')}, as those of the port ${chosen} are`);
    return false;
  }

  #checkOperations(groups: readonly (readonly ServicePort[])[]): void {
    const portTypes = groups.flatMap((ports) => this.#portTypeOf(ports) ?? []);
    const names = new Set(portTypes.flatMap(({ operations }) => operations.map(({ name }) => name)));
    for (const name of this.#choice.operations ?? []) {
      if (names.has(name)) continue;
      this.#add(kinds.unknownChoice, { kind: 'operation', name }, portTypes[0]?.origin, {
        didYouMean: { name, among: names },
      });
    }
  }

  /** The operations that can be called; undefined without any, which is an error unless others exist. */
  #operations(portType: PortType, binding: Binding, hasOthers: boolean): readonly PortTypeOperation[] | undefined {
    const { operations: wanted } = this.#choice;
    const chosen = portType.operations.filter(({ name }) => wanted === undefined || wanted.includes(name));
    const kept = chosen.filter((operation) => this.#isCallable(operation, binding));
    if (kept.length > 0) return kept;
    if (hasOthers) return undefined;
    const [first] = chosen;
    const isEmpty = this.#isComplete && portType.operations.length === 0 && wanted === undefined;
    if (isEmpty || (first !== undefined && chosen.every(isStartedByService))) {
      this.#add(kinds.noOperations, { binding: binding.name.local }, portType.origin);
      return [];
    }
    this.#add(kinds.noService, {}, portType.origin);
    return undefined;
  }

  #isCallable(operation: PortTypeOperation, binding: Binding): boolean {
    const { name, pattern, origin } = operation;
    const bound = boundOperation(binding, operation);
    const reason =
      bound === undefined
        ? 'it has no binding'
        : isStartedByService(operation)
          ? `it is a ${pattern} operation, which the service starts`
          : operation.input === undefined
            ? 'it has no input'
            : undefined;
    if (reason === undefined) return true;
    this.#add(kinds.leftOut, { what: `The operation ${name}`, reason }, bound?.origin ?? origin);
    return false;
  }

  /** With the messages that the operations refer to, and the schemas that these need. */
  #contractOf(chosen: readonly ChosenPortType[]): Contract {
    const named = new Map(this.#contract.messages.map((message) => [nameKey(message.name), message]));
    const portTypes = chosen.map(({ portType }) => portType);
    const operations = portTypes.flatMap((portType) => portType.operations);
    const selectedBindings = chosen.flatMap(({ portType, bindings }) =>
      bindings.map((binding) => ({
        ...binding,
        operations: portType.operations.flatMap((operation) => {
          const bound = boundOperation(binding, operation);
          return bound === undefined ? [] : this.#withQualifiedHeaders(this.#withKnownParts(bound, operation, named));
        }),
      })),
    );
    const services = servicesOf(chosen);
    const used = new Set(messagesOf(operations, selectedBindings).map(nameKey));
    const selected: Contract = {
      ...this.#contract,
      name: services[0]?.name ?? this.#contract.name,
      portTypes,
      bindings: selectedBindings,
      services,
    };
    const { messages, elements } = withElementParts(
      this.#contract.messages.filter(({ name }) => used.has(nameKey(name))),
      selected,
      {
        severalParts: ({ name, origin }, count) =>
          this.#add(kinds.severalParts, { message: name.local, count }, origin),
        typedPart: ({ name, origin }) => this.#add(kinds.typedPart, { part: name }, origin),
      },
    );
    const complete = { ...selected, messages, schemas: withElements(selected.schemas, elements) };
    // Other components of the catalogue are not in a file of the WSDL.
    const reached = withReached(complete, ({ origin }) => origin === undefined || !isAddress(origin.file));
    // A part with a type is an element now, whose fields are not returned without it.
    return inOneNamespace(withReturns(reached));
  }

  #withKnownParts(
    bound: BindingOperation,
    operation: PortTypeOperation,
    messages: ReadonlyMap<string, Message>,
  ): BindingOperation {
    return withKnownParts(bound, operation, messages, (part, message) => {
      this.#add(kinds.unknownPart, { part, message: message.local }, bound.origin);
    });
  }

  #withQualifiedHeaders(bound: BindingOperation): BindingOperation {
    return withQualifiedHeaders(bound, this.#contract.messages, ({ part }) => {
      const what = `The header block ${part} of the operation ${bound.name}`;
      this.#add(kinds.leftOut, { what, reason: 'its element is in no namespace, which SOAP forbids' }, bound.origin);
    });
  }

  #add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    origin: Contract['origin'],
    details?: ReportDetails,
  ): void {
    this.diagnostics.push(report(entry, parameters, origin ?? {}, details));
  }
}
