import { ENCODING, ENCODING_12 } from '../encoded/namespaces.ts';
import { soap11, type Version } from '../soap/version.ts';
import type { ElementNode, MessageNames } from './message-tree.ts';

/** The value of an `xsi:type`: names of the encoding are in the namespace of the SOAP version. */
export function typeName(
  { namespace, local }: NonNullable<ElementNode['type']>,
  names: MessageNames,
  version: Version,
): string {
  const isOfEncoding = namespace === ENCODING && version !== soap11;
  return names.element({ namespace: isOfEncoding ? ENCODING_12 : namespace, name: local });
}

/** What the start tag of an encoded array says of its items (SOAP 1.1, 5.4.2; SOAP 1.2 part 2, 3.3). */
export function arrayAttributes(
  { namespace, local, size }: NonNullable<ElementNode['arrayType']>,
  names: MessageNames,
  version: Version,
): readonly string[] {
  const attribute = (name: string, of: string): string => names.attribute({ namespace: of, name });
  const item = { namespace, local };
  if (version === soap11) return [`${attribute('arrayType', ENCODING)}="${typeName(item, names, version)}${size}"`];
  // In SOAP 1.2 the items of an array of arrays are arrays, each with its own item type.
  const isOfArrays = size.indexOf('[') !== size.lastIndexOf('[');
  const itemType = typeName(isOfArrays ? { namespace: ENCODING, local: 'Array' } : item, names, version);
  const sizes = size.slice(size.lastIndexOf('[') + 1, -1).replaceAll(',', ' ');
  return [`${attribute('itemType', ENCODING_12)}="${itemType}"`, `${attribute('arraySize', ENCODING_12)}="${sizes}"`];
}
