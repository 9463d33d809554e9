import { bindingsOf, boundOperation, faultUse } from './bound-operation.ts';
import type { BindingBody, Contract, GlobalElement, Message, Part, PortTypeOperation, QName } from './model.ts';
import { nameKey } from './qualified-name.ts';

/** Called for each mistake of a WSDL that is forgiven. */
export interface PartListener {
  /** A document body with several parts; the first one counts. */
  readonly severalParts?: (message: Message, count: number) => void;
  /** A part with a type where an element must be. */
  readonly typedPart?: (part: Part) => void;
}

export interface ElementParts {
  /** Those that changed have `declaredParts`. */
  readonly messages: readonly Message[];
  /** Elements for parts with types: one with the name of the part each. */
  readonly elements: readonly GlobalElement[];
}

/**
 * Messages whose document bodies have one part, and whose literal bodies, header blocks and details of faults are elements:
 * of a part with a type, one with the name of the part.
 */
export function withElementParts(
  messages: readonly Message[],
  contract: Pick<Contract, 'targetNamespace' | 'portTypes' | 'bindings'>,
  listener: PartListener = {},
): ElementParts {
  const operations = contract.portTypes.flatMap((portType) => portType.operations);
  const bodies = documentBodies(operations, contract);
  const outside = partsOutsideBodies(messages, operations, contract);
  const added = new Map<string, GlobalElement>();
  /** @param namespace a header block must be in one (SOAP 1.1, 4.2). */
  const asElement = (part: Part, namespace: string): Part => {
    if (part.content.kind === 'element') return part;
    listener.typedPart?.(part);
    const name = { namespace, local: part.name };
    if (!added.has(nameKey(name))) added.set(nameKey(name), elementOf(part, part.content.type, name));
    return { ...part, content: { kind: 'element', name } };
  };
  const changed = messages.map((message) => {
    const body = bodies.get(nameKey(message.name));
    const inBody = body === undefined ? message.parts : bodyParts(message, body, asElement, listener);
    const parts = inBody.map((part) => {
      const place = part.content.kind === 'type' && outside.get(partKey(message.name, part.name));
      return place ? asElement(part, place === 'header' ? contract.targetNamespace : '') : part;
    });
    const isSame = parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
    return isSame ? message : { ...message, parts, declaredParts: message.parts };
  });
  return { messages: changed, elements: [...added.values()] };
}

/** The parts of a message, including the one in its document body. */
function bodyParts(
  message: Message,
  body: BindingBody,
  asElement: (part: Part, namespace: string) => Part,
  { severalParts }: PartListener,
): readonly Part[] {
  const inBody = message.parts.filter(({ name }) => body.parts === undefined || body.parts.includes(name));
  const [part] = inBody;
  if (inBody.length > 1) severalParts?.(message, inBody.length);
  if (part === undefined) return message.parts;
  const kept = part.content.kind === 'type' && body.use !== 'encoded' ? asElement(part, body.namespace ?? '') : part;
  return message.parts.flatMap((one) => (one === part ? [kept] : inBody.includes(one) ? [] : [one]));
}

function elementOf(part: Part, type: QName, name: QName): GlobalElement {
  return {
    name,
    type: { kind: 'named', name: type },
    nillable: false,
    sensitive: false,
    stream: false,
    abstract: false,
    undeclared: true,
    origin: part.origin,
  };
}

/** By the keys of the names of their messages. */
function documentBodies(
  operations: readonly PortTypeOperation[],
  contract: Pick<Contract, 'portTypes' | 'bindings'>,
): ReadonlyMap<string, BindingBody> {
  const bodies = new Map<string, BindingBody>();
  for (const operation of operations) {
    for (const binding of bindingsOf(contract, operation)) {
      const bound = boundOperation(binding, operation);
      if (bound?.style !== 'document') continue;
      if (operation.input && bound.input) bodies.set(nameKey(operation.input.message), bound.input);
      if (operation.output && bound.output) bodies.set(nameKey(operation.output.message), bound.output);
    }
  }
  return bodies;
}

/** The parts that are literal header blocks or details of faults, which must be elements; encoded ones have types. */
function partsOutsideBodies(
  messages: readonly Message[],
  operations: readonly PortTypeOperation[],
  contract: Pick<Contract, 'portTypes' | 'bindings'>,
): ReadonlyMap<string, 'fault' | 'header'> {
  const first = new Map(messages.map(({ name, parts }) => [nameKey(name), parts[0]?.name]));
  const faults = operations.flatMap((operation) =>
    operation.faults
      .filter(({ name }) =>
        bindingsOf(contract, operation).some(
          (binding) => faultUse(boundOperation(binding, operation), name) === 'literal',
        ),
      )
      .map(({ message }) => partKey(message, first.get(nameKey(message)) ?? '')),
  );
  const headers = contract.bindings.flatMap((binding) =>
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
  return `${nameKey(message)} ${part}`;
}
