import type { BindingOperation, MessageReference, PortTypeOperation, QName } from './model.ts';

/** WS-Addressing 1.0 - Metadata, and the drafts before it. */
const namespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
]);

/** The `wsam:Action` of a message in a port type. Some clients send it as SOAPAction where the binding has none. */
export function addressingActionOf(message: Pick<MessageReference, 'foreign'> | undefined): string | undefined {
  return message?.foreign?.find(({ name }) => name.local === 'Action' && namespaces.has(name.namespace))?.value;
}

/** The actions of an operation's messages. */
export interface AddressingActions {
  readonly request: string;
  /** Undefined for a one-way operation. */
  readonly response: string | undefined;
  /** In the order of the faults in the port type. */
  readonly faults: readonly string[];
}

/**
 * The actions that a port type gives its messages, else the soapAction of a request, else those by the default pattern
 * (WS-Addressing 1.0 - Metadata, 4.4).
 */
export function actionsOf(
  portType: QName,
  operation: PortTypeOperation,
  { soapAction }: Pick<BindingOperation, 'soapAction'>,
): AddressingActions {
  const { name, input, output, faults } = operation;
  const delimiter = /^urn:/i.test(portType.namespace) ? ':' : '/';
  const target = portType.namespace.endsWith(delimiter) ? portType.namespace.slice(0, -1) : portType.namespace;
  const byPattern = (...parts: readonly string[]): string => [target, portType.local, ...parts].join(delimiter);
  const request = soapAction === '' ? byPattern(input?.name ?? (output ? `${name}Request` : name)) : soapAction;
  return {
    request: addressingActionOf(input) ?? request,
    response: output && (addressingActionOf(output) ?? byPattern(output.name ?? `${name}Response`)),
    faults: faults.map((fault) => addressingActionOf(fault) ?? byPattern(name, 'Fault', fault.name)),
  };
}
