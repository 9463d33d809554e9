import { firstBound } from './bound-operation.ts';
import { type ComponentIndex, componentIndexOf } from './lookup.ts';
import type {
  BindingOperation,
  Contract,
  GlobalElement,
  Message,
  MessageReference,
  PortTypeOperation,
  QName,
} from './model.ts';
import { nameKey } from './qualified-name.ts';
import { namesReferredTo } from './schema-parts.ts';

/** The form of a message's body in TypeScript. */
export type BodyKind =
  /** A type of its own: of a wrapper, or of the parts of an rpc message. */
  | { readonly kind: 'wrapper'; readonly element?: GlobalElement | undefined }
  /** An element that is read and written by functions with the name of the message's type. */
  | { readonly kind: 'root'; readonly element: GlobalElement }
  /** The type of an element. */
  | { readonly kind: 'element'; readonly element: GlobalElement };

/** The elements of messages, headers and faults. */
export class MessageBodies {
  readonly index: ComponentIndex;
  /** Elements whose types have the names of messages only. */
  readonly #wrappers: Set<string> = new Set();
  readonly #faults: Set<string> = new Set();
  readonly #headers: Set<string> = new Set();
  readonly #contract: Contract;
  readonly #messages: ReadonlyMap<string, Message>;
  readonly #bodies: Map<MessageReference, BodyKind> = new Map();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.index = componentIndexOf(contract);
    this.#messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
    for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
      for (const direction of ['input', 'output'] as const) {
        const body = this.bodyOf(operation, direction);
        if (body?.kind === 'wrapper' && body.element !== undefined) this.#wrappers.add(nameKey(body.element.name));
      }
    }
    this.#collectFaultsAndHeaders();
    for (const name of this.#used()) this.#wrappers.delete(nameKey(name));
  }

  isWrapper({ name }: GlobalElement): boolean {
    return this.#wrappers.has(nameKey(name));
  }

  isFault({ name }: GlobalElement): boolean {
    return this.#faults.has(nameKey(name));
  }

  isHeader({ name }: GlobalElement): boolean {
    return this.#headers.has(nameKey(name));
  }

  /** Whether an element has a codec of its own as a body, a header or a fault: its type is simple, or it may be nil. */
  hasRootCodec({ type, nillable }: GlobalElement): boolean {
    return nillable || this.index.definition(type)?.kind !== 'complex';
  }

  /** Undefined for an operation without such a message. */
  bodyOf(operation: PortTypeOperation, direction: 'input' | 'output'): BodyKind | undefined {
    const reference = operation[direction];
    if (reference === undefined) return undefined;
    const known = this.#bodies.get(reference);
    const body = known ?? this.#findBody(operation, direction, reference);
    if (known === undefined && body !== undefined) this.#bodies.set(reference, body);
    return body;
  }

  #findBody(
    operation: PortTypeOperation,
    direction: 'input' | 'output',
    reference: MessageReference,
  ): BodyKind | undefined {
    const message = this.#messages.get(nameKey(reference.message));
    if (message === undefined) return undefined;
    const bound = this.#boundOperation(operation);
    if (bound?.style === 'rpc') return { kind: 'wrapper' };
    const listed = bound?.[direction]?.parts;
    const part = message.parts.find(({ name }) => listed === undefined || listed.includes(name));
    if (part?.content.kind !== 'element') return { kind: 'wrapper' };
    const element = this.index.element(part.content.name);
    if (element === undefined) return undefined;
    const { type } = element;
    if (part.name === 'parameters' && type.kind === 'anonymous' && type.type.kind === 'complex') {
      return { kind: 'wrapper', element };
    }
    return { kind: this.hasRootCodec(element) ? 'root' : 'element', element };
  }

  /** The expanded name of the element of a request; empty for a body without one. */
  rootOf(operation: PortTypeOperation): string {
    const bound = this.#boundOperation(operation);
    if (bound?.style === 'rpc') {
      const namespace = bound.input?.namespace ?? this.#contract.targetNamespace;
      return nameKey({ namespace, local: operation.name });
    }
    const body = this.bodyOf(operation, 'input');
    return body?.element === undefined ? '' : nameKey(body.element.name);
  }

  #boundOperation(operation: PortTypeOperation): BindingOperation | undefined {
    return firstBound(this.#contract, operation);
  }

  #collectFaultsAndHeaders(): void {
    const { portTypes, bindings, messages } = this.#contract;
    // Messages have the names of faults and headers, so that those whose names clash are several with one name.
    const named = new Map<string, Message[]>();
    for (const message of messages) {
      const same = named.get(nameKey(message.name));
      if (same === undefined) named.set(nameKey(message.name), [message]);
      else same.push(message);
    }
    const add = (to: Set<string>, message: QName, part?: string): void => {
      for (const { parts } of named.get(nameKey(message)) ?? []) {
        const found = part === undefined ? parts[0] : parts.find(({ name }) => name === part);
        if (found?.content.kind === 'element') to.add(nameKey(found.content.name));
      }
    };
    for (const { faults } of portTypes.flatMap(({ operations }) => operations)) {
      for (const { message } of faults) add(this.#faults, message);
    }
    for (const { input, output } of bindings.flatMap(({ operations }) => operations)) {
      for (const { message, part } of [...(input?.headers ?? []), ...(output?.headers ?? [])]) {
        add(this.#headers, message, part);
      }
    }
  }

  /** Elements that are more than wrappers: types refer to them, or they are bodies, headers or faults themselves. */
  *#used(): Iterable<QName> {
    const { schemas, portTypes } = this.#contract;
    for (const operation of portTypes.flatMap(({ operations }) => operations)) {
      for (const direction of ['input', 'output'] as const) {
        const body = this.bodyOf(operation, direction);
        if (body?.kind === 'element' || body?.kind === 'root') yield body.element.name;
      }
    }
    for (const element of schemas.flatMap(({ elements }) => elements)) {
      if (element.substitutionGroup !== undefined || this.isFault(element) || this.isHeader(element))
        yield element.name;
    }
    yield* namesReferredTo(schemas, 'element');
  }
}
