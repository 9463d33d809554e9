import { encodeUtf8 } from '#bytes';
import { soap11, soap12 } from '../soap/version.ts';
import { children, type TypeName, unordered, type XsiType } from '../xml/codec-tables.ts';
import { XSI_NAMESPACE } from '../xml/namespaces.ts';
import { declaration, type Prefixes, rootStartTag, type Tag } from '../xml/tag.ts';
import type { AccessorTable } from './child.ts';
import { ENCODING, ENCODING_12, XSD_NAMESPACE } from './namespaces.ts';

/**
 * The root of encoded content: of a body, a header block or a fault's detail. It declares the encoding and all prefixes that
 * are used inside: those of the contract, `xsi`, `xsd` and `soapenc`. Each version of SOAP has its own encoding.
 *
 * @param prefixes of the contract, other than these three and `soap`.
 * @param type that its xsi:type names, with its prefix; the wrapper of an operation has none.
 */
export function encodedRoot(namespace: string, local: string, prefixes: Prefixes = {}, type?: string): Tag {
  const tag = encodedStartRoot(namespace, local, prefixes, type);
  return { ...withoutAttributes(tag), ...(tag.soap12 && { soap12: withoutAttributes(tag.soap12) }) };
}

/** As `encodedRoot`, for a value whose writer ends the start tag. */
export function encodedStartRoot(namespace: string, local: string, prefixes: Prefixes = {}, type?: string): Tag {
  const soap12Tag = startRoot(namespace, local, prefixes, type, soap12.prefix, ENCODING_12);
  return { ...startRoot(namespace, local, prefixes, type, soap11.prefix, ENCODING), soap12: soap12Tag };
}

function startRoot(
  namespace: string,
  local: string,
  prefixes: Prefixes,
  type: string | undefined,
  soap: string,
  encoding: string,
): Tag {
  const all: Record<string, string> = { ...prefixes, xsd: XSD_NAMESPACE, soapenc: encoding };
  // Accessors are in no namespace, so that there must be no default one.
  if (namespace !== '' && !Object.values(all).includes(namespace)) all[freePrefix(all)] = namespace;
  const tag = rootStartTag(namespace, local, all);
  const style = ` ${soap}:encodingStyle="${encoding}"`;
  const start = tag.start + declaration('xmlns:xsi', XSI_NAMESPACE) + style + typeAttribute(type);
  return { ...tag, start, open: start };
}

function withoutAttributes(tag: Tag): Tag {
  return { ...tag, open: `${tag.start}>`, isStart: false };
}

function typeAttribute(type: string | undefined): string {
  return type === undefined ? '' : ` xsi:type="${type}"`;
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
  const start = `<${local}${typeAttribute(type)}`;
  const tag = { namespace: '', local, bytes: encodeUtf8(local), declares: undefined };
  return { ...tag, start, open: `${start}>`, isStart: false, close: `</${local}>` };
}

/** As `accessor`, for a value whose writer ends the start tag. */
export function startAccessor(local: string, type?: string): Tag {
  const tag = accessor(local, type);
  return { ...tag, open: tag.start, isStart: true };
}

/** The accessors of an anonymous type. Their order has no meaning (SOAP 1.1, 5.4.1). */
export function accessors(...tags: readonly Tag[]): AccessorTable {
  return { ...unordered(children(...tags)), starts: tags.map(() => undefined) };
}

/** As `accessors`, of a named type. */
export function accessorsOf(type: TypeName, ...tags: readonly Tag[]): AccessorTable {
  return { ...accessors(...tags), type };
}

/** An xsi:type inside of an `encodedRoot`. @param type with its prefix. */
export function xsiType(namespace: string, local: string, type: string): XsiType {
  return { namespace, local, text: typeAttribute(type) };
}
