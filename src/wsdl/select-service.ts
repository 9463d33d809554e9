import type {
  Binding,
  BindingBody,
  BindingOperation,
  Contract,
  GlobalElement,
  Message,
  Part,
  Port,
  PortType,
  PortTypeOperation,
  QName,
  Service,
} from '../contract/index.ts';
import { boundOperation, faultUse, keyOf, withReached, withReturns } from '../contract/index.ts';
import {
  type Diagnostic,
  type Entry,
  wsdl as kinds,
  type ParametersOf,
  type ReportDetails,
  report,
} from '../diagnostics/index.ts';
import { withKnownParts } from './body-parts.ts';
import { isOverHttp } from './components/bindings.ts';
import { isAddress } from './locations.ts';
import { inOneNamespace } from './one-namespace.ts';
import { withQualifiedHeaders } from './qualified-headers.ts';
import { withElements } from './schema-element.ts';

/** What to generate from a WSDL. */
export interface ServiceChoice {
  /** Name of the service; by default the first one with a SOAP port. */
  readonly service?: string | undefined;
  /** Name of the port; by default the first one, and the one of the other SOAP version beside it. */
  readonly port?: string | undefined;
  /** Names of operations; by default all. */
  readonly operations?: readonly string[] | undefined;
}

export interface SelectedService {
  /** Absent if there are errors. */
  readonly contract?: Contract;
  readonly diagnostics: readonly Diagnostic[];
}

/** The contract of one service: its ports of one port type, their operations, and the components that these reach. */
export function selectService(contract: Contract, choice: ServiceChoice = {}): SelectedService {
  const selection = new Selection(contract, choice);
  const selected = selection.select();
  return { ...(selected && { contract: selected }), diagnostics: selection.diagnostics };
}

class Selection {
  readonly diagnostics: Diagnostic[] = [];
  readonly #contract: Contract;
  readonly #choice: ServiceChoice;
  readonly #bindings: ReadonlyMap<string, Binding>;
  /** Elements for parts with types in document style. */
  readonly #added: Map<string, GlobalElement> = new Map();

  constructor(contract: Contract, choice: ServiceChoice) {
    this.#contract = contract;
    this.#choice = choice;
    this.#bindings = new Map(contract.bindings.map((binding) => [keyOf(binding.name), binding]));
  }

  select(): Contract | undefined {
    const service = this.#service();
    const port = service && this.#port(service);
    const binding = port && this.#bindings.get(keyOf(port.binding));
    const portType = binding && this.#contract.portTypes.find(({ name }) => keyOf(name) === keyOf(binding.portType));
    if (service === undefined || port === undefined || binding === undefined || portType === undefined)
      return undefined;
    const ports = this.#portsBeside(port, binding, service);
    const bindings = [...new Set(ports.map((one) => this.#bindings.get(keyOf(one.binding)) ?? binding))];
    const operations = this.#operations(portType, binding);
    if (operations === undefined) return undefined;
    return this.#contractOf({ ...service, ports }, bindings, { ...portType, operations });
  }

  #service(): Service | undefined {
    const { services } = this.#contract;
    const usable = services.filter(({ ports }) => ports.length > 0);
    const { service: name } = this.#choice;
    const first = usable.find(({ ports }) => ports.some((port) => this.#isOverHttp(port))) ?? usable[0];
    const chosen = name === undefined ? first : usable.find((one) => one.name === name);
    if (chosen !== undefined) return this.#overHttp(chosen);
    const unbound = name === undefined ? this.#serviceOfBindings() : undefined;
    if (unbound !== undefined) return unbound;
    if (name === undefined) this.#add(kinds.noService, {}, this.#contract.origin);
    else {
      const among = usable.map((one) => one.name);
      this.#add(kinds.unknownChoice, { kind: 'service with a SOAP port', name }, this.#contract.origin, {
        didYouMean: { name, among },
      });
    }
    return undefined;
  }

  /** Standards such as ONVIF publish bindings without a service: each vendor has an address of its own. */
  #serviceOfBindings(): Service | undefined {
    const { bindings, name, origin } = this.#contract;
    if (bindings.length === 0) return undefined;
    this.#add(kinds.noAddress, { what: 'The WSDL has bindings but no service' }, origin);
    const ports = bindings.map((binding) => ({ name: binding.name.local, binding: binding.name, address: '' }));
    return { name, ports };
  }

  /** An address such as REPLACE_WITH_ACTUAL_URL is none. */
  #withAddress(port: Port): Port {
    const isAddress = URL.canParse(port.address) && /^https?:/i.test(port.address);
    if (isAddress) return port;
    const what =
      port.address === '' ? `The port ${port.name} has no address` : `"${port.address}" is no address of HTTP`;
    this.#add(kinds.noAddress, { what }, port.origin);
    return { ...port, address: '' };
  }

  #isOverHttp({ binding }: Port): boolean {
    const found = this.#bindings.get(keyOf(binding));
    return found !== undefined && isOverHttp(found);
  }

  /** The service without its ports of other transports, unless it has no others or such a port was chosen. */
  #overHttp(service: Service): Service {
    const ports = service.ports.filter((port) => this.#isOverHttp(port) || port.name === this.#choice.port);
    if (ports.length === 0) {
      for (const { binding, origin } of service.ports.slice(0, 1)) {
        const transport = this.#bindings.get(keyOf(binding))?.transport ?? '';
        this.#add(kinds.otherTransport, { binding: binding.local, transport }, origin);
      }
      return { ...service, ports: service.ports.map((port) => this.#withAddress(port)) };
    }
    for (const port of service.ports) {
      if (ports.includes(port)) continue;
      const transport = this.#bindings.get(keyOf(port.binding))?.transport ?? '';
      this.#add(kinds.leftOut, { what: `The port ${port.name}`, reason: `its transport is ${transport}` }, port.origin);
    }
    return { ...service, ports: ports.map((port) => this.#withAddress(port)) };
  }

  #port({ ports }: Service): Port | undefined {
    const { port: name } = this.#choice;
    const chosen = name === undefined ? ports[0] : ports.find((one) => one.name === name);
    if (chosen !== undefined || name === undefined) return chosen;
    const among = ports.map((one) => one.name);
    this.#add(kinds.unknownChoice, { kind: 'SOAP port', name }, this.#contract.origin, { didYouMean: { name, among } });
    return undefined;
  }

  /** The chosen port; unless it was chosen by name, those of its binding, and of the first one of the other SOAP version with the same port type. */
  #portsBeside(port: Port, binding: Binding, service: Service): readonly Port[] {
    const bindingOf = (one: Port): Binding | undefined => this.#bindings.get(keyOf(one.binding));
    const isAlike = (one: Port): boolean => keyOf(bindingOf(one)?.portType ?? port.binding) === keyOf(binding.portType);
    const beside = service.ports.find((one) => {
      const other = bindingOf(one);
      return isAlike(one) && other?.soapVersion !== binding.soapVersion && !this.#isEncoded12(other, one);
    });
    const isChosen = this.#choice.port !== undefined;
    const bindings = new Set([keyOf(port.binding), keyOf(beside?.binding ?? port.binding)]);
    const ports = isChosen ? [port] : service.ports.filter((one) => bindings.has(keyOf(one.binding)));
    const others = this.#contract.services.flatMap(({ name, ports: all }) =>
      all.flatMap((one) => (isAlike(one) ? [] : [`${name}.${one.name}`])),
    );
    if (others.length > 0 && !isChosen) {
      const shown =
        others.length > 5 ? `${others.slice(0, 5).join(', ')} and ${others.length - 5} more` : others.join(', ');
      this.#add(kinds.otherServices, { port: port.name, service: service.name, others: shown }, port.origin);
    }
    return ports;
  }

  /** Whether a port beside the chosen one uses the encoding of SOAP 1.2; it is left out. */
  #isEncoded12(binding: Binding | undefined, { name, origin }: Port): boolean {
    if (binding === undefined || !binding.operations.some((bound) => isEncoded12(bound, binding))) return false;
    this.#add(kinds.leftOut, { what: `The port ${name}`, reason: 'it uses the encoding of SOAP 1.2' }, origin);
    return true;
  }

  /** The operations that can be called; undefined if there is none. */
  #operations(portType: PortType, binding: Binding): readonly PortTypeOperation[] | undefined {
    const { operations: wanted } = this.#choice;
    const names = new Set(portType.operations.map(({ name }) => name));
    for (const name of wanted ?? []) {
      if (names.has(name)) continue;
      this.#add(kinds.unknownChoice, { kind: 'operation', name }, portType.origin, {
        didYouMean: { name, among: names },
      });
    }
    const chosen = portType.operations.filter(({ name }) => wanted === undefined || wanted.includes(name));
    const kept = chosen.filter((operation) => this.#isCallable(operation, binding));
    if (kept.length > 0) return kept;
    const [first] = chosen;
    if (first !== undefined && chosen.every(isStartedByService)) {
      this.#add(kinds.noOperations, { binding: binding.name.local }, portType.origin);
      return [];
    }
    const bound = first && boundOperation(binding, first);
    if (first !== undefined && bound !== undefined && isEncoded12(bound, binding)) {
      this.#add(kinds.encoded12, { operation: first.name }, bound.origin);
    } else this.#add(kinds.noService, {}, portType.origin);
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
          : isEncoded12(bound, binding)
            ? 'it uses the encoding of SOAP 1.2'
            : operation.input === undefined
              ? 'it has no input'
              : undefined;
    if (reason === undefined) return true;
    this.#add(kinds.leftOut, { what: `The operation ${name}`, reason }, bound?.origin ?? origin);
    return false;
  }

  /** With the messages that the operations refer to, and the schemas that these need. */
  #contractOf(service: Service, bindings: readonly Binding[], portType: PortType): Contract {
    const { operations } = portType;
    const named = new Map(this.#contract.messages.map((message) => [keyOf(message.name), message]));
    const selectedBindings = bindings.map((binding) => ({
      ...binding,
      operations: operations.flatMap((operation) => {
        const bound = boundOperation(binding, operation);
        return bound === undefined ? [] : this.#withQualifiedHeaders(this.#withKnownParts(bound, operation, named));
      }),
    }));
    const used = new Set(messagesOf(operations, selectedBindings).map(keyOf));
    const messages = this.#contract.messages.filter(({ name }) => used.has(keyOf(name)));
    const selected: Contract = {
      ...this.#contract,
      name: service.name,
      messages: this.#withElements(messages, operations, selectedBindings),
      portTypes: [portType],
      bindings: selectedBindings,
      services: [service],
    };
    const complete = { ...selected, schemas: withElements(selected.schemas, this.#added.values()) };
    // What the catalogue has besides is in no file of the WSDL.
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

  /** The one part of a document body is an element: of a part with a type, one with the name of the part. */
  #withElements(
    messages: readonly Message[],
    operations: readonly PortTypeOperation[],
    bindings: readonly Binding[],
  ): readonly Message[] {
    const bodies = new Map<string, BindingBody>();
    for (const binding of bindings) {
      for (const operation of operations) {
        const bound = boundOperation(binding, operation);
        if (bound?.style !== 'document') continue;
        if (operation.input && bound.input) bodies.set(keyOf(operation.input.message), bound.input);
        if (operation.output && bound.output) bodies.set(keyOf(operation.output.message), bound.output);
      }
    }
    const outside = partsOutsideBodies(messages, operations, bindings);
    return messages.map((message) => {
      const body = bodies.get(keyOf(message.name));
      const inBody = body === undefined ? message : this.#withElement(message, body);
      const parts = inBody.parts.map((part) => {
        const place = part.content.kind === 'type' && outside.get(partKey(message.name, part.name));
        // A header block must be in a namespace (SOAP 1.1, 4.2).
        return place ? this.#asElement(part, place === 'header' ? this.#contract.targetNamespace : '') : part;
      });
      return { ...inBody, parts };
    });
  }

  #withElement(message: Message, body: BindingBody): Message {
    const inBody = message.parts.filter(({ name }) => body.parts === undefined || body.parts.includes(name));
    const [part] = inBody;
    if (inBody.length > 1) {
      this.#add(kinds.severalParts, { message: message.name.local, count: inBody.length }, message.origin);
    }
    if (part?.content.kind !== 'type' || body.use === 'encoded') {
      return inBody.length > 1
        ? { ...message, parts: message.parts.filter((one) => !inBody.includes(one) || one === part) }
        : message;
    }
    const element = this.#asElement(part, body.namespace ?? '');
    const parts = message.parts.flatMap((one) => (one === part ? [element] : inBody.includes(one) ? [] : [one]));
    return { ...message, parts };
  }

  /** A part with a type becomes an element of the part's name. */
  #asElement(part: Part, namespace: string): Part {
    if (part.content.kind === 'element') return part;
    this.#add(kinds.typedPart, { part: part.name }, part.origin);
    const name = { namespace, local: part.name };
    if (!this.#added.has(keyOf(name))) {
      const type = { kind: 'named', name: part.content.type } as const;
      const element = { name, type, nillable: false, sensitive: false, stream: false, abstract: false };
      this.#added.set(keyOf(name), { ...element, origin: part.origin });
    }
    return { ...part, content: { kind: 'element', name } };
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

/** The names of all messages that operations refer to. */
function messagesOf(operations: readonly PortTypeOperation[], bindings: readonly Binding[]): readonly QName[] {
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

/** The parts that are literal header blocks or details of faults, which must be elements; encoded ones have types. */
function partsOutsideBodies(
  messages: readonly Message[],
  operations: readonly PortTypeOperation[],
  bindings: readonly Binding[],
): ReadonlyMap<string, 'fault' | 'header'> {
  const first = new Map(messages.map(({ name, parts }) => [keyOf(name), parts[0]?.name]));
  const faults = operations.flatMap((operation) =>
    operation.faults
      .filter(({ name }) =>
        bindings.some((binding) => faultUse(boundOperation(binding, operation), name) === 'literal'),
      )
      .map(({ message }) => partKey(message, first.get(keyOf(message)) ?? '')),
  );
  const headers = bindings.flatMap((binding) =>
    binding.operations.flatMap(({ input, output }) =>
      [...(input?.headers ?? []), ...(output?.headers ?? [])].flatMap((header) =>
        [header, ...(header.faults ?? [])]
          .filter(({ use }) => use === 'literal')
          .map(({ message, part }) => partKey(message, part)),
      ),
    ),
  );
  return new Map([...faults.map((key) => [key, 'fault'] as const), ...headers.map((key) => [key, 'header'] as const)]);
}

function partKey(message: QName, part: string): string {
  return `${keyOf(message)} ${part}`;
}

function isStartedByService({ pattern }: PortTypeOperation): boolean {
  return pattern === 'notification' || pattern === 'solicit-response';
}

/** SOAP 1.2 has an encoding of its own (part 2, 3), which is another one. */
function isEncoded12({ input, output }: BindingOperation, { soapVersion }: Binding): boolean {
  return soapVersion === '1.2' && (input?.use === 'encoded' || output?.use === 'encoded');
}
