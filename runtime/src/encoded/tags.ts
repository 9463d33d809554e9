import { encodeUtf8 } from '#bytes';
import { soap11 } from '../soap/version.ts';
import type { XsiType } from '../xml/codec-tables.ts';
import { XSI_NAMESPACE } from '../xml/scope.ts';
import { declaration, type Prefixes, rootStartTag, type Tag } from '../xml/tag.ts';
import { ENCODING, XSD_NAMESPACE } from './namespaces.ts';

/**
 * The root of encoded content: of a body, a header block or a fault's detail. It declares the encoding and all prefixes that
 * are used inside: those of the contract, `xsi`, `xsd` and `soapenc`.
 *
 * @param prefixes of the contract, other than these three and `soap`.
 */
export function encodedRoot(namespace: string, local: string, prefixes: Prefixes = {}): Tag {
  const all: Record<string, string> = { ...prefixes, xsd: XSD_NAMESPACE, soapenc: ENCODING };
  // Accessors are in no namespace, so that there must be no default one.
  if (namespace !== '' && !Object.values(all).includes(namespace)) all[freePrefix(all)] = namespace;
  const tag = rootStartTag(namespace, local, all);
  const encoding = ` ${soap11.prefix}:encodingStyle="${ENCODING}"`;
  const start = tag.start + declaration('xmlns:xsi', XSI_NAMESPACE) + encoding;
  return { ...tag, start, open: `${start}>`, isStart: false };
}

function freePrefix(taken: Prefixes): string {
  let prefix = 'm';
  while (prefix in taken) prefix += 'm';
  return prefix;
}

/**
 * An accessor: an element in no namespace, inside of an `encodedRoot`.
 *
 * @param type that its xsi:type names, with its prefix; without one it has none.
 */
export function accessor(local: string, type?: string): Tag {
  const start = type === undefined ? `<${local}` : `<${local} xsi:type="${type}"`;
  const tag = { namespace: '', local, bytes: encodeUtf8(local), declares: undefined };
  return { ...tag, start, open: `${start}>`, isStart: false, close: `</${local}>` };
}

/** As `accessor`, for a value whose writer ends the start tag: one of a hierarchy of types, which writes its xsi:type. */
export function startAccessor(local: string, type?: string): Tag {
  const tag = accessor(local, type);
  return { ...tag, open: tag.start, isStart: true };
}

/** An xsi:type inside of an `encodedRoot`. @param prefix that the root declares; the empty string for no namespace. */
export function xsiType(namespace: string, local: string, prefix: string): XsiType {
  return { namespace, local, text: ` xsi:type="${prefix === '' ? '' : `${prefix}:`}${local}"` };
}
