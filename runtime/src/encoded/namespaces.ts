/** SOAP 1.1, 5: the encoding, and the namespace of its types and attributes. */
export const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

/** SOAP 1.2 part 2, 3: the encoding of SOAP 1.2. */
export const ENCODING_12 = 'http://www.w3.org/2003/05/soap-encoding';

/** SOAP 1.2 part 2, 4.2.1: of `rpc:result`, which names the part that is the return value. */
export const RPC = 'http://www.w3.org/2003/05/soap-rpc';

/** Whether a namespace is that of the encoding in either version of SOAP. */
export function isEncoding(namespace: string): boolean {
  return namespace === ENCODING || namespace === ENCODING_12;
}

export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** XML Schema and its drafts, whose built-in types old services name. */
const SCHEMAS: ReadonlySet<string> = new Set([
  XSD_NAMESPACE,
  'http://www.w3.org/2000/10/XMLSchema',
  'http://www.w3.org/1999/XMLSchema',
]);

/** Whether a namespace is that of the built-in types of XML Schema, in any of its versions. */
export function isSchema(namespace: string): boolean {
  return SCHEMAS.has(namespace);
}

/** The instance namespaces of the drafts. That of 1999 has `null` instead of `nil`. */
export const OLD_INSTANCES: readonly string[] = [
  'http://www.w3.org/2000/10/XMLSchema-instance',
  'http://www.w3.org/1999/XMLSchema-instance',
];

/** The namespace of `Map` and `Vector`, of Apache SOAP and Axis. */
export const APACHE = 'http://xml.apache.org/xml-soap';
