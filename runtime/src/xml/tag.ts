import { encodeUtf8 } from '#bytes';
import { isNCName } from './chars.ts';
import { escapeAttribute } from './escape.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from './namespaces.ts';

/** The name of an element, with the precomputed bytes and texts of the reader and the writer. */
export interface Tag {
  /** Namespace name; the empty string for an element in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8, which the reader compares with the message. */
  readonly bytes: Uint8Array;
  /** The start tag that the writer prints: `<Name>`, or `<Name xmlns="…">` for the root of a body; without its `>` if `isStart`. */
  readonly open: string;
  /** `open` without its `>`. */
  readonly start: string;
  /** Whether `open` lacks its `>`, so that attributes can follow. */
  readonly isStart: boolean;
  /** The end tag that the writer prints: `</Name>`. */
  readonly close: string;
  /** The default namespace that it declares; undefined without such a declaration. */
  readonly declares: string | undefined;
  /** The tag in envelopes of SOAP 1.2, where that is another one. */
  readonly soap12?: Tag;
}

/** The tag that is written in envelopes of a version of SOAP. */
export function tagIn({ soapVersion }: { readonly soapVersion: '1.1' | '1.2' }, tag: Tag): Tag {
  return soapVersion === '1.2' ? (tag.soap12 ?? tag) : tag;
}

/** Prefixes that a root declares for its content, each with its namespace. */
export type Prefixes = Readonly<Record<string, string>>;

/**
 * The name of an element inside a body. Without a prefix it is printed without a declaration, since the root of the body
 * declares the namespace that they share; an element in no namespace has `xmlns=""`.
 *
 * @param prefix that the root declares: `<p:Name>`. The empty string, for an element in no namespace, means that no default
 *   namespace is in scope, so that `xmlns=""` is not needed.
 */
export function tag(namespace: string, local: string, prefix?: string): Tag {
  return makeTag(namespace, local, prefix, '>');
}

/** As `tag`, for an element with attributes: its `open` lacks the `>`, which `XmlWriter.content` prints. */
export function startTag(namespace: string, local: string, prefix?: string): Tag {
  return makeTag(namespace, local, prefix, '');
}

/**
 * The name of the root of a body: its start tag declares the namespace as the default one (rules C3, W1).
 *
 * @param prefixes that its start tag declares too. If one of them is for the namespace itself, the root has that prefix,
 *   `<tns:Name xmlns:tns="…">`, and declares no default namespace.
 * @throws {TypeError} for a prefix that cannot be declared: an invalid name, `xml`, `xmlns`, and `_t`, `_1`, `_2` and so
 *   on, which the writer uses.
 */
export function rootTag(namespace: string, local: string, prefixes: Prefixes = {}): Tag {
  return makeRoot(namespace, local, prefixes, '>');
}

/** As `rootTag`, for a root with attributes: its `open` lacks the `>`. */
export function rootStartTag(namespace: string, local: string, prefixes: Prefixes = {}): Tag {
  return makeRoot(namespace, local, prefixes, '');
}

/**
 * The name of an element of xs:anyType at the root of a body or of a detail: its value is the whole element, so that
 * nothing is printed around it.
 */
export function anyRootTag(namespace: string, local: string): Tag {
  const bytes = encodeUtf8(local);
  return { namespace, local, bytes, open: '', start: '', isStart: false, close: '', declares: undefined };
}

/** Stands for the element of an empty body. */
export const noElement: Tag = anyRootTag('', '');

function makeTag(namespace: string, local: string, prefix: string | undefined, end: '>' | ''): Tag {
  const name = prefix === undefined || prefix === '' ? local : `${prefix}:${local}`;
  const bare = namespace === '' && prefix === undefined;
  return { ...parts(namespace, local, name, bare ? ' xmlns=""' : '', end), declares: bare ? '' : undefined };
}

function makeRoot(namespace: string, local: string, prefixes: Prefixes, end: '>' | ''): Tag {
  const own = namespace === '' ? undefined : Object.keys(prefixes).find((prefix) => prefixes[prefix] === namespace);
  let declarations = own === undefined ? declaration('xmlns', namespace) : '';
  for (const [prefix, uri] of Object.entries(prefixes)) {
    if (!isNCName(prefix) || /^(?:xml|xmlns|_t|_\d+)$/.test(prefix))
      throw new TypeError(`The prefix "${prefix}" cannot be declared.`);
    // Declared by the elements that need it.
    if (uri !== XSI_NAMESPACE || prefix === own) declarations += declaration(`xmlns:${prefix}`, uri);
  }
  const name = own === undefined ? local : `${own}:${local}`;
  return { ...parts(namespace, local, name, declarations, end), declares: own === undefined ? namespace : undefined };
}

function parts(namespace: string, local: string, name: string, rest: string, end: '>' | ''): Omit<Tag, 'declares'> {
  const start = `<${name}${rest}`;
  const close = `</${name}>`;
  return { namespace, local, bytes: encodeUtf8(local), open: start + end, start, isStart: end === '', close };
}

/**
 * Checks that an element can be placed anywhere in an envelope, as header blocks and details are.
 *
 * @throws {TypeError} when its start tag does not declare its namespace.
 */
export function requireDeclaredNamespace(name: string, { namespace, start }: Tag): void {
  if (namespace !== '' && start !== '' && !start.includes(' xmlns')) {
    throw new TypeError(`The tag of ${name} must declare its namespace: create it with rootTag or rootStartTag.`);
  }
}

/** A namespace declaration for a start tag, with a leading space. */
export function declaration(name: string, namespace: string): string {
  const value = escapeAttribute(namespace);
  if (value === undefined) throw new TypeError('A namespace holds a character that XML 1.0 does not allow.');
  return ` ${name}="${value}"`;
}

/** The name of an attribute, with the precomputed bytes and texts of the reader and the writer. */
export interface AttributeName {
  /** The empty string for an attribute in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8. */
  readonly bytes: Uint8Array;
  /** As the writer prints it, up to the quote: ` id="`, ` p:id="`; undefined if the element must declare a prefix first. */
  readonly printed: string | undefined;
}

/**
 * @param prefix that the root declares for the namespace. Without it the element declares one, except for the XML namespace
 *   and no namespace.
 */
export function attributeName(namespace: string, local: string, prefix?: string): AttributeName {
  const known = namespace === XML_NAMESPACE ? 'xml' : prefix;
  const printed = namespace === '' ? ` ${local}="` : known === undefined ? undefined : ` ${known}:${local}="`;
  return { namespace, local, bytes: encodeUtf8(local), printed };
}
