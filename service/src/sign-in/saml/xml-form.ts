import { Scope } from './namespace-scope.ts';
import { rejected } from './saml-rejection.ts';
import { parseXml, type XmlElement } from './xml-dom.ts';

/** Limits of a token, far above real ones. */
export const formLimits: {
  readonly depth: number;
  readonly elements: number;
  /** Per element, including namespace declarations. */
  readonly attributes: number;
  /** Characters, including the prefix. */
  readonly name: number;
} = { depth: 32, elements: 4_000, attributes: 32, name: 128 };

const space = '[ \\t\\r\\n]';
const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const declaration = new RegExp(
  `<\\?xml${space}+version=(["'])1\\.0\\1(?:${space}+encoding=(["'])[Uu][Tt][Ff]-8\\2)?(?:${space}+standalone=(["'])(?:yes|no)\\3)?${space}*\\?>`,
  'y',
);
const startTag = new RegExp(`<(${name})`, 'y');
const endTag = new RegExp(`</(${name})${space}*>`, 'y');
const attribute = new RegExp(`${space}+(${name})${space}*=${space}*(["'])`, 'y');
const tagEnd = new RegExp(`${space}*(/?)>`, 'y');
const reference = /&(?:lt|gt|amp|quot|apos|#(\d{1,7})|#x([\dA-Fa-f]{1,6}));/y;
const illegal = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const onlySpace = /^[ \t\r\n]*$/;

/**
 * Checks the form of a token in linear time before it is parsed: well-formed XML 1.0 and namespaces, within the limits,
 * with elements, attributes and text only. Features that attacks on parsers use, and no provider needs, are rejected:
 * DOCTYPE, comments, CDATA sections, processing instructions, entities, names beyond ASCII.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function checkForm(xml: string): void {
  if (illegal.test(xml)) throw rejected('a character that XML does not allow');
  const scope = new Scope();
  const open: string[] = [];
  let elements = 0;
  let at = match(declaration, xml, 0)?.[0].length ?? 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    checkText(xml.slice(at, tag < 0 ? undefined : tag), { outside: open.length === 0 });
    if (tag < 0) break;
    checkMarkup(xml, tag);
    if (xml[tag + 1] === '/') {
      const end = required(match(endTag, xml, tag));
      if (open.pop() !== end[1]) throw rejected('not well-formed');
      scope.leave();
      at = tag + end[0].length;
      continue;
    }
    if (open.length === 0 && elements > 0) throw rejected('content outside of the root element');
    elements += 1;
    if (elements > formLimits.elements) throw rejected('too many elements');
    const [, element = ''] = required(match(startTag, xml, tag));
    const { attributes, end, empty } = readAttributes(xml, tag + 1 + element.length);
    checkName(element);
    scope.enter(element, attributes);
    if (empty) scope.leave();
    else open.push(element);
    if (open.length > formLimits.depth) throw rejected('too deep');
    at = end;
  }
  if (open.length > 0 || elements === 0) throw rejected('not well-formed');
}

function match(pattern: RegExp, xml: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(xml);
}

function required(found: RegExpExecArray | null): RegExpExecArray {
  if (found === null) throw rejected('not well-formed');
  return found;
}

/** Rejects kinds of markup. */
function checkMarkup(xml: string, at: number): void {
  if (xml.startsWith('<?', at)) throw rejected('a processing instruction');
  if (xml.startsWith('<!--', at)) throw rejected('a comment');
  if (xml.startsWith('<![CDATA[', at)) throw rejected('a CDATA section');
  if (xml.startsWith('<!', at)) throw rejected('a DOCTYPE');
}

function readAttributes(
  xml: string,
  start: number,
): { readonly attributes: ReadonlyMap<string, string>; readonly end: number; readonly empty: boolean } {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    const found = match(attribute, xml, at);
    if (found === null) {
      const end = required(match(tagEnd, xml, at));
      return { attributes, end: at + end[0].length, empty: end[1] === '/' };
    }
    const [all, attributeName = '', quote = ''] = found;
    const from = at + all.length;
    const to = xml.indexOf(quote, from);
    if (to < 0 || attributes.has(attributeName)) throw rejected('not well-formed');
    const value = xml.slice(from, to);
    if (value.includes('<')) throw rejected('not well-formed');
    checkName(attributeName);
    checkReferences(value);
    attributes.set(attributeName, value);
    if (attributes.size > formLimits.attributes) throw rejected('too many attributes');
    at = to + 1;
  }
}

function checkName(text: string): void {
  if (text.length > formLimits.name) throw rejected('a name that is too long');
}

function checkText(text: string, { outside }: { readonly outside: boolean }): void {
  if (outside) {
    if (!onlySpace.test(text)) throw rejected('content outside of the root element');
    return;
  }
  if (text.includes(']]>')) throw rejected('not well-formed');
  checkReferences(text);
}

function checkReferences(text: string): void {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const found = match(reference, text, at);
    if (found === null) throw rejected('an entity that is not one of the five of XML');
    const [, decimal, hexadecimal] = found;
    if (decimal === undefined && hexadecimal === undefined) continue;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code > 0x10ffff || illegal.test(String.fromCodePoint(code))) {
      throw rejected('a character that XML does not allow');
    }
  }
}

/**
 * Checks the form of a token and parses it. The tree has elements and text only.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function parseDocument(xml: string): XmlElement {
  checkForm(xml);
  let errors = 0;
  const root = parseXml(xml, () => {
    errors += 1;
  });
  // The checked form leaves no errors; anything that the parser repairs is rejected all the same.
  if (errors > 0 || root === undefined) throw rejected('not well-formed');
  return root;
}
