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
  QName,
  Service,
} from '../model/index.ts';
import { boundOperation, nameKey, withElementParts, withReached, withReturns } from '../model/index.ts';
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

/**
 * The contract of one service: its ports of one port type, their operations, and the components that these reach.
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
    const service = this.#service();
    const port = service && this.#port(service);
    const binding = port && this.#bindings.get(nameKey(port.binding));
    const portType =
      binding && this.#contract.portTypes.find(({ name }) => nameKey(name) === nameKey(binding.portType));
    if (service === undefined || port === undefined || binding === undefined || portType === undefined)
      return undefined;
    const ports = this.#portsBeside(port, binding, service);
    const bindings = [...new Set(ports.map((one) => this.#bindings.get(nameKey(one.binding)) ?? binding))];
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

  /** The service without its ports of other transports, unless it has no others or such a port was chosen. */
  #overHttp(service: Service): Service {
    const ports = service.ports.filter((port) => this.#isOverHttp(port) || port.name === this.#choice.port);
    if (ports.length === 0) {
      for (const { binding, origin } of service.ports.slice(0, 1)) {
        const transport = this.#bindings.get(nameKey(binding))?.transport ?? '';
        this.#add(kinds.otherTransport, { binding: binding.local, transport }, origin);
      }
      return { ...service, ports: service.ports.map((port) => this.#withAddress(port)) };
    }
    for (const port of service.ports) {
      if (ports.includes(port)) continue;
      const transport = this.#bindings.get(nameKey(port.binding))?.transport ?? '';
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
    const bindingOf = (one: Port): Binding | undefined => this.#bindings.get(nameKey(one.binding));
    const isAlike = (one: Port): boolean =>
      nameKey(bindingOf(one)?.portType ?? port.binding) === nameKey(binding.portType);
    const beside = service.ports.find((one) => {
      const other = bindingOf(one);
      return isAlike(one) && other?.soapVersion !== binding.soapVersion && this.#hasUseOf(binding, port, other, one);
    });
    const isChosen = this.#choice.port !== undefined;
    const bindings = new Set([nameKey(port.binding), nameKey(beside?.binding ?? port.binding)]);
    const ports = isChosen ? [port] : service.ports.filter((one) => bindings.has(nameKey(one.binding)));
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

  /** Whether a port beside the chosen one has messages of the same use; another one is left out, since both share codecs. */
  #hasUseOf(binding: Binding, { name: chosen }: Port, other: Binding | undefined, { name, origin }: Port): boolean {
    if (other === undefined || usesOf(other).every((use) => usesOf(binding).includes(use))) return true;
    const uses = [...new Set(usesOf(binding))];
    const reason = `its messages are not ${uses.join(' or ')}, as those of the port ${chosen} are`;
    this.#add(kinds.leftOut, { what: `The port ${name}`, reason }, origin);
    return false;
  }

  /** The operations that can be called; undefined without any. */
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
  #contractOf(service: Service, bindings: readonly Binding[], portType: PortType): Contract {
    const { operations } = portType;
    const named = new Map(this.#contract.messages.map((message) => [nameKey(message.name), message]));
    const selectedBindings = bindings.map((binding) => ({
      ...binding,
      operations: operations.flatMap((operation) => {
        const bound = boundOperation(binding, operation);
        return bound === undefined ? [] : this.#withQualifiedHeaders(this.#withKnownParts(bound, operation, named));
      }),
    }));
    const used = new Set(messagesOf(operations, selectedBindings).map(nameKey));
    const selected: Contract = {
      ...this.#contract,
      name: service.name,
      portTypes: [portType],
      bindings: selectedBindings,
      services: [service],
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

function isStartedByService({ pattern }: PortTypeOperation): boolean {
  return pattern === 'notification' || pattern === 'solicit-response';
}

/** The uses of the bodies of a binding. */
function usesOf({ operations }: Binding): readonly ('literal' | 'encoded')[] {
  return operations.flatMap(({ input, output }) => [input, output].flatMap((body) => body?.use ?? []));
}
