/** Conversion of XML names to TypeScript identifiers. */

/**
 * Encodes the characters that an identifier cannot contain: `-` as `$_`, `.` as `$$`, any other as `$HEX$`. XML names
 * contain no `$`, so that the result is unique. Characters beyond the Basic Multilingual Plane are always encoded, since
 * each version of Unicode adds letters there, and a name must not depend on the version of Node.
 */
export function encodeIdentifier(name: string): string {
  if (asciiIdentifier.test(name)) return name;
  let encoded = '';
  for (const character of name) {
    const fits =
      encoded === ''
        ? /^[A-Za-z_]$|^(?=\p{ID_Start})[\u0080-\uFFFF]$/u
        : /^\w$|^(?=\p{ID_Continue})[\u0080-\u1FFF\u2010-\uFFFF]$/u;
    encoded += fits.test(character) ? character : encodeCharacter(character);
  }
  return encoded;
}

/** Fast path: Unicode classes take time to compile. */
const asciiIdentifier = /^[A-Za-z_]\w*$/;

function encodeCharacter(character: string): string {
  if (character === '-') return '$_';
  if (character === '.') return '$$';
  return `$${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}$`;
}

/** Whether a text is a valid `name` in a contract: an identifier that needs no encoding. */
export function isIdentifier(text: string): boolean {
  return text !== '' && !text.includes('$') && encodeIdentifier(text) === text;
}

/**
 * Replaces what .NET (`XmlConvert.EncodeLocalName`) writes for characters that XML names cannot contain:
 * `Order_x0020_number` is `OrderNumber`, `_x0031_st` is `_1st`. Only then two names can become one.
 */
export function decodeName(name: string): string {
  if (!encodedCharacter.test(name)) return name;
  const decoded = name.replaceAll(encodedCharacters, (_, hex: string, next: string) => {
    const character = String.fromCodePoint(Number.parseInt(hex, 16));
    return /\p{ID_Continue}/u.test(character) ? character + next : next.toUpperCase();
  });
  if (decoded === '') return name;
  return /^\p{Nd}/u.test(decoded) ? `_${decoded}` : decoded;
}

const encodedCharacter = /_x(?:[0-9A-Fa-f]{4}|000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})_/;
/** With the character that follows, unless another encoded one begins there. */
const encodedCharacters = new RegExp(`${encodedCharacter.source.replace('(?:', '(')}((?:(?!_x)[^])?)`, 'gu');

/** A name for a type, a constant or a function at the top of a generated module. */
export function topLevelIdentifier(name: string): string {
  const encoded = encodeIdentifier(decodeName(name));
  return isReservedAtTop(encoded) ? `${encoded}_` : encoded;
}

/** A name for a property. Reserved words are allowed; inherited properties of objects, and `then`, are not. */
export function propertyIdentifier(name: string): string {
  const encoded = encodeIdentifier(decodeName(name));
  return isReservedAsProperty(encoded) ? `${encoded}_` : encoded;
}

/**
 * A name for a local variable for the property: never a reserved word, a global or one of `taken`. The suffix `$` avoids
 * these; no property ends in it, so that two properties never share a variable.
 */
export function localIdentifier(property: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  return isReservedAtTop(property) || taken.has(property) ? `${property}$` : property;
}

export function isReservedAtTop(identifier: string): boolean {
  return words.has(identifier) || globals.has(identifier) || modules.has(identifier) || inherited.has(identifier);
}

export function isReservedAsProperty(identifier: string): boolean {
  return inherited.has(identifier);
}

/** Reserved words of ECMAScript (strict mode, modules) and type names of TypeScript. */
const words: ReadonlySet<string> = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof var void while with yield
  any as asserts bigint boolean declare infer is keyof never number object of readonly satisfies string symbol type
  undefined unique unknown using`.split(/\s+/),
);

/** Globals that generated code uses, or that a reader would mistake a declaration for. */
const globals: ReadonlySet<string> = new Set(
  `Array ArrayBuffer BigInt Blob Boolean Buffer DataView Date Error File FormData Function Headers Infinity Iterable
  Iterator Map Math NaN Number Object Omit Partial Pick Promise PromiseLike Proxy Readonly ReadonlyArray ReadonlyMap
  ReadonlySet ReadableStream Record Reflect RegExp Request Required Response Set String Symbol TextDecoder TextEncoder
  TypeError URL Uint8Array WeakMap WeakSet WritableStream console fetch global globalThis process require module exports
  setTimeout window self`.split(/\s+/),
);

/** Names that generated modules and handler files declare. */
const modules: ReadonlySet<string> = new Set(
  `soap t codec streaming tolerance operations description namespace prefixes faults headers defaultAddress handlers DateTime SoapFault State Context
  Duration QName AnyElement AnyAttribute EncodedValue`.split(/\s+/),
);

/** Inherited properties of objects, `then`, which makes a promise, and `toJSON`, which JSON.stringify calls. */
const inherited: ReadonlySet<string> = new Set(
  `__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf
  propertyIsEnumerable prototype then toJSON toLocaleString toString valueOf`.split(/\s+/),
);
