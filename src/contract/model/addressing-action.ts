import type { MessageReference } from './model.ts';

/** WS-Addressing 1.0 - Metadata, and the drafts before it. */
const namespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
]);

/** The `wsam:Action` of a message in a port type. Some clients send it as SOAPAction where the binding has none. */
export function addressingActionOf(message: MessageReference | undefined): string | undefined {
  return message?.foreign?.find(({ name }) => name.local === 'Action' && namespaces.has(name.namespace))?.value;
}
