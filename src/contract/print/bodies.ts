import {
  type BindingBody,
  type BindingOperation,
  boundOperation,
  type Contract,
  type GlobalElement,
  type Message,
  type MessageReference,
  nameKey,
  type Part,
  type PortTypeOperation,
  type QName,
} from '../model/index.ts';

export type Use = BindingBody['use'];

export type Style = 'wrapped' | 'bare' | 'rpc';

/** A request or a response as the WSDL has it. */
export interface Body {
  readonly reference: MessageReference;
  readonly message: Message;
  readonly bound: BindingBody;
  /** The parts in the body, in their order. */
  readonly parts: readonly Part[];
  /** The name attribute in the binding. */
  readonly boundName: string | undefined;
  /** Of a document message. */
  readonly element: GlobalElement | undefined;
}

/** An operation with its messages. */
export interface BoundOperation {
  readonly operation: PortTypeOperation;
  /** Its key in the contract: overloads are told apart by the names of their inputs. */
  readonly key: string;
  readonly isOverload: boolean;
  readonly bound: BindingOperation;
  readonly style: Style;
  readonly request: Body | undefined;
  readonly response: Body | undefined;
}

/** The operations of the contract's port type, as its binding of SOAP 1.1 has them, or its only one. */
export function operationsOf(contract: Contract): readonly BoundOperation[] {
  const binding = contract.bindings.find(({ soapVersion }) => soapVersion === '1.1') ?? contract.bindings[0];
  const [portType] = contract.portTypes;
  const messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
  const elements = elementsOf(contract);
  const bodyOf = (
    reference: MessageReference | undefined,
    bound: BindingBody | undefined,
    boundName: string | undefined,
  ): Body | undefined => {
    const message = reference && messages.get(nameKey(reference.message));
    if (reference === undefined || message === undefined || bound === undefined) return undefined;
    const parts = message.parts.filter(({ name }) => bound.parts === undefined || bound.parts.includes(name));
    const content = parts[0]?.content;
    const element = content?.kind === 'element' ? elements.get(nameKey(content.name)) : undefined;
    return { reference, message, bound, boundName, parts, element };
  };
  const names = (portType?.operations ?? []).map(({ name }) => name);
  return (portType?.operations ?? []).flatMap((operation): readonly BoundOperation[] => {
    const bound = (binding && boundOperation(binding, operation)) ?? boundIn(contract.bindings, operation);
    if (bound === undefined) return [];
    const isOverload = names.filter((name) => name === operation.name).length > 1;
    const request = bodyOf(operation.input, bound.input, bound.inputName);
    const response = bodyOf(operation.output, bound.output, bound.outputName);
    const key = isOverload ? (operation.input?.name ?? operation.name) : operation.name;
    const style = bound.style === 'rpc' ? 'rpc' : isWrapped(request, response) ? 'wrapped' : 'bare';
    return [{ operation, key, isOverload, bound, style, request, response }];
  });
}

/** An operation that only another binding has. */
function boundIn(bindings: Contract['bindings'], operation: PortTypeOperation): BindingOperation | undefined {
  return bindings.map((binding) => boundOperation(binding, operation)).find((bound) => bound !== undefined);
}

/** An operation's key for the namespace of its bodies: empty for none, undefined for the usual one. */
export function namespaceKey(operation: BoundOperation, contract: Contract): string | undefined {
  const body = operation.request ?? operation.response;
  return body && differing(body, usualNamespace(operation, body, contract));
}

/** The same of one body, where it is not the operation's. */
export function bodyNamespaceKey(operation: BoundOperation, body: Body, contract: Contract): string | undefined {
  return differing(body, namespaceKey(operation, contract) ?? usualNamespace(operation, body, contract));
}

function differing({ bound: { namespace = '' } }: Body, usual: string): string | undefined {
  return namespace === usual ? undefined : namespace;
}

/** That of the WSDL for parts with types. */
function usualNamespace({ style }: BoundOperation, { parts }: Body, { targetNamespace }: Contract): string {
  return style === 'rpc' || parts.some(({ content }) => content.kind === 'type') ? targetNamespace : '';
}

/** How the bodies of an operation are written. */
export function useOf({ request, response }: BoundOperation): Use {
  return (request ?? response)?.bound.use ?? 'literal';
}

/** Global elements by the keys of their names. */
export function elementsOf({ schemas }: Contract): ReadonlyMap<string, GlobalElement> {
  return new Map(
    schemas.flatMap(({ elements }) => elements.map((one): [string, GlobalElement] => [nameKey(one.name), one])),
  );
}

/** A wrapped message has an element; a bare one may be empty. */
function isWrapped(request: Body | undefined, response: Body | undefined): boolean {
  const isEmpty = [request, response].some((body) => body?.parts.length === 0);
  const [part] = (request ?? response)?.parts ?? [];
  return !isEmpty && (part === undefined || part.name === 'parameters');
}

/** The name that the element of a wrapped message has by default, without its namespace. */
export function wrapperName(key: string, direction: 'request' | 'response'): string {
  return direction === 'request' ? key : `${key}Response`;
}

/** The namespace of the elements of most messages: that of names without a prefix. */
export function mainNamespace(contract: Contract, operations: readonly BoundOperation[]): string {
  const counts = new Map<string, number>();
  const count = ({ namespace }: QName): void => {
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  };
  for (const { style, request, response } of operations) {
    for (const body of [request, response]) if (style !== 'rpc' && body?.element) count(body.element.name);
  }
  if (counts.size === 0) return contract.targetNamespace;
  const most = [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
  const own = counts.get(contract.targetNamespace) ?? 0;
  return most === '' || own >= (counts.get(most) ?? 0) ? contract.targetNamespace : most;
}
