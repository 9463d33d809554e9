import { encodeUtf8 } from '#bytes';
import { isNCName } from './chars.ts';
import { escapeAttribute } from './escape.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from './scope.ts';

/** The name of an element, with everything the reader compares and the writer prints worked out once. */
export interface Tag {
  /** Namespace name; the empty string for an element in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8, which the reader compares with what stands in the message. */
  readonly bytes: Uint8Array;
  /** What the writer prints before the content: `<Name>`, or `<Name xmlns="…">` for the root of a body. Of a start tag it lacks the `>`. */
  readonly open: string;
  /** `open` without its `>`. */
  readonly start: string;
  /** Whether `open` lacks its `>`, so that attributes can follow. */
  readonly isStart: boolean;
  /** What the writer prints after the content: `</Name>`. */
  readonly close: string;
  /** The default namespace that it declares; undefined where it leaves that as it is. */
  readonly declares: string | undefined;
}

/** Prefixes that a root declares for what stands in it, each with its namespace. */
export type Prefixes = Readonly<Record<string, string>>;

/**
 * The name of an element inside a body. Without a prefix it is printed without a declaration, since the root of the body
 * declares the namespace that they share; an element in no namespace takes that back.
 *
 * @param prefix one that the root declares: `<p:Name>`. The empty string says that no default namespace is in force where
 *   an element in no namespace stands, so that there is none to take back.
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
 * @param prefixes that its start tag declares too. Where one of them is for the namespace itself, the root has that
 *   prefix, `<tns:Name xmlns:tns="…">`, and declares no default namespace.
 * @throws {TypeError} for a prefix that cannot be declared: what is no name, `xml`, `xmlns`, and `_t`, `_1`, `_2` and so on, which the writer uses.
 */
export function rootTag(namespace: string, local: string, prefixes: Prefixes = {}): Tag {
  return makeRoot(namespace, local, prefixes, '>');
}

/** As `rootTag`, for a root with attributes: its `open` lacks the `>`. */
export function rootStartTag(namespace: string, local: string, prefixes: Prefixes = {}): Tag {
  return makeRoot(namespace, local, prefixes, '');
}

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
    // Elements that need it declare it themselves.
    if (uri !== XSI_NAMESPACE) declarations += declaration(`xmlns:${prefix}`, uri);
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
  if (namespace !== '' && !start.includes(' xmlns')) {
    throw new TypeError(`The tag of ${name} must declare its namespace: create it with rootTag or rootStartTag.`);
  }
}

/** A namespace declaration as it stands in a start tag, a space before it. */
export function declaration(name: string, namespace: string): string {
  const value = escapeAttribute(namespace);
  if (value === undefined) throw new TypeError('A namespace holds a character that XML cannot carry.');
  return ` ${name}="${value}"`;
}

/** The name of an attribute, with everything the reader compares and the writer prints worked out once. */
export interface AttributeName {
  /** The empty string for an attribute in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8. */
  readonly bytes: Uint8Array;
  /** As the writer prints it, a space before it: ` id`, ` p:id`; undefined where the element must declare a prefix first. */
  readonly printed: string | undefined;
}

/**
 * @param prefix one that the root declares for the namespace. Without it the element declares one itself; the XML
 *   namespace, and no namespace, need none.
 */
export function attributeName(namespace: string, local: string, prefix?: string): AttributeName {
  const known = namespace === XML_NAMESPACE ? 'xml' : prefix;
  const printed = namespace === '' ? ` ${local}` : known === undefined ? undefined : ` ${known}:${local}`;
  return { namespace, local, bytes: encodeUtf8(local), printed };
}
