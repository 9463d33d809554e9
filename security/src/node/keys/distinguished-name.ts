import { type DerElement, derOid, derParts, derTags, onlyDer } from './der.ts';

/** One attribute of a name, such as CN=Alice. */
interface NameAttribute {
  /** Object identifier. */
  readonly type: string;
  /** Text; undefined for a value that is not a string. */
  readonly text: string | undefined;
  /** The value in DER, in hexadecimal; undefined if it was written as text. */
  readonly hex: string | undefined;
}

/** A distinguished name: sets of attributes, from the root to the leaf (as in certificates). */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** Names of attributes that are written (RFC 4514, 3). */
const written: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.6': 'C',
  '2.5.4.9': 'STREET',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
};

/** All names that are read: also those that Java, .NET and OpenSSL write. */
const read: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(written).map(([oid, name]) => [name, oid])),
  S: '2.5.4.8',
  SN: '2.5.4.4',
  SURNAME: '2.5.4.4',
  SERIALNUMBER: '2.5.4.5',
  T: '2.5.4.12',
  TITLE: '2.5.4.12',
  BUSINESSCATEGORY: '2.5.4.15',
  POSTALCODE: '2.5.4.17',
  G: '2.5.4.42',
  GN: '2.5.4.42',
  GIVENNAME: '2.5.4.42',
  I: '2.5.4.43',
  INITIALS: '2.5.4.43',
  GENERATION: '2.5.4.44',
  GENERATIONQUALIFIER: '2.5.4.44',
  DNQ: '2.5.4.46',
  DNQUALIFIER: '2.5.4.46',
  ORGANIZATIONIDENTIFIER: '2.5.4.97',
  E: '1.2.840.113549.1.9.1',
  EMAIL: '1.2.840.113549.1.9.1',
  EMAILADDRESS: '1.2.840.113549.1.9.1',
};

const decoders: Readonly<Record<number, string>> = {
  [derTags.utf8String]: 'utf-8',
  [derTags.bmpString]: 'utf-16be',
  [derTags.numericString]: 'latin1',
  [derTags.printableString]: 'latin1',
  [derTags.teletexString]: 'latin1',
  [derTags.ia5String]: 'latin1',
};

/** Reads a Name of a certificate. */
export function nameOfDer(element: DerElement | undefined): DistinguishedName {
  return derParts(element).map((set) =>
    derParts(set, derTags.set).map((attribute) => {
      const [type, value] = derParts(attribute);
      if (value === undefined) throw new TypeError('A name in a certificate is malformed.');
      return { type: derOid(type), text: stringOf(value), hex: Buffer.from(value.bytes).toString('hex') };
    }),
  );
}

function stringOf({ tag, content }: DerElement): string | undefined {
  const encoding = decoders[tag];
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(content);
}

/** Writes a name as a text (RFC 4514, 2), the leaf first. */
export function formatName(name: DistinguishedName): string {
  return name
    .toReversed()
    .map((set) => set.map(formatAttribute).join('+'))
    .join(',');
}

function formatAttribute({ type, text, hex }: NameAttribute): string {
  const short = written[type];
  if (short === undefined || text === undefined) return `${type}=#${hex}`;
  const escaped = text.replace(/[,+"\\<>;]/g, '\\$&').replaceAll('\0', '\\00');
  return `${short}=${escaped.replace(/^[ #]/, '\\$&').replace(/(?<!\\) $/, '\\ ')}`;
}

/** An attribute with its separator: a type, and a value that is quoted, hexadecimal, or has escapes. */
const attributePattern =
  /\s*(?:oid\.)?([A-Za-z][\w-]*|\d+(?:\.\d+)+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|((?:[^,+;"\\]|\\.)*))(,|\+|;|$)/isy;

/** Names of certificates have some hundreds of characters; each of a stranger's is compared with all known ones. */
const mostCharacters = 4_096;

/**
 * Reads the text of a name: by RFC 4514 and RFC 2253, with quotes and spaces of RFC 1779; undefined for another text.
 */
export function parseName(text: string): DistinguishedName | undefined {
  if (text.length > mostCharacters) return undefined;
  const sets: NameAttribute[][] = [[]];
  const pattern = new RegExp(attributePattern);
  for (let separator = ','; separator !== ''; ) {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const [, name = '', quoted, plain = '', next = ''] = found;
    const type = read[name.toUpperCase()] ?? name;
    const attribute = /^\d/.test(type) ? parseValue(type, quoted, plain) : undefined;
    if (attribute === undefined) return undefined;
    sets.at(-1)?.push(attribute);
    separator = next;
    if (separator === ',' || separator === ';') sets.push([]);
  }
  return sets.toReversed();
}

function parseValue(type: string, quoted: string | undefined, plain: string): NameAttribute | undefined {
  if (quoted !== undefined) return { type, text: unescaped(quoted), hex: undefined };
  if (!plain.startsWith('#')) {
    // A space before the separator counts only with a backslash.
    const trimmed = plain.trimEnd();
    const isEscaped = trimmed.length < plain.length && /(?<!\\)(?:\\\\)*\\$/.test(trimmed);
    return { type, text: unescaped(isEscaped ? `${trimmed} ` : trimmed), hex: undefined };
  }
  const hex = plain.slice(1).trim().toLowerCase();
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  try {
    return { type, text: stringOf(onlyDer(bytes, bytes[0] ?? 0)), hex };
  } catch {
    return undefined;
  }
}

/** Pairs of hexadecimal digits after backslashes are bytes of UTF-8. */
function unescaped(text: string): string {
  return text.replace(/(?:\\[0-9a-f]{2})+|\\(.)/gis, (match, character: string | undefined) =>
    character === undefined ? Buffer.from(match.replaceAll('\\', ''), 'hex').toString() : character,
  );
}

/**
 * Whether two names are the same: attributes in their order, in each set in any order; texts without regard to case and
 * to the number of spaces (RFC 5280, 7.1).
 */
export function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  return comparable(one) === comparable(other);
}

function comparable(name: DistinguishedName): string {
  return JSON.stringify(
    name.map((set) =>
      set
        .map(({ type, text, hex }) =>
          text === undefined
            ? `${type}#${hex}`
            : `${type}=${text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')}`,
        )
        .sort(),
    ),
  );
}
