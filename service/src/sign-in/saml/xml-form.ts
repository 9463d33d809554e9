import { Scope } from './namespace-scope.ts';
import { refused } from './saml-rejection.ts';
import { parseXml, type XmlElement } from './xml-dom.ts';

/** What a token may cost. Real ones stay far below. */
export const formLimits: {
  readonly depth: number;
  readonly elements: number;
  /** Of an element, namespace declarations included. */
  readonly attributes: number;
  /** Characters, prefix included. */
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
 * Checks the form of a token before a parser sees it, in a time that grows with its length alone: well-formed XML 1.0 in
 * well-formed namespaces, within limits, of elements, attributes and text. What parsers have been led astray with, and no
 * provider needs, is refused: DOCTYPE, comments, CDATA sections, processing instructions, entities, names beyond ASCII.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function checkForm(xml: string): void {
  if (illegal.test(xml)) throw refused('a character that XML does not allow');
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
      if (open.pop() !== end[1]) throw refused('not well-formed');
      scope.leave();
      at = tag + end[0].length;
      continue;
    }
    if (open.length === 0 && elements > 0) throw refused('something around the document');
    elements += 1;
    if (elements > formLimits.elements) throw refused('too many elements');
    const [, element = ''] = required(match(startTag, xml, tag));
    const { attributes, end, empty } = readAttributes(xml, tag + 1 + element.length);
    checkName(element);
    scope.enter(element, attributes);
    if (empty) scope.leave();
    else open.push(element);
    if (open.length > formLimits.depth) throw refused('too deep');
    at = end;
  }
  if (open.length > 0 || elements === 0) throw refused('not well-formed');
}

function match(pattern: RegExp, xml: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(xml);
}

function required(found: RegExpExecArray | null): RegExpExecArray {
  if (found === null) throw refused('not well-formed');
  return found;
}

/** Names what is refused for its kind alone. */
function checkMarkup(xml: string, at: number): void {
  if (xml.startsWith('<?', at)) throw refused('a processing instruction');
  if (xml.startsWith('<!--', at)) throw refused('a comment');
  if (xml.startsWith('<![CDATA[', at)) throw refused('a CDATA section');
  if (xml.startsWith('<!', at)) throw refused('a DOCTYPE');
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
    if (to < 0 || attributes.has(attributeName)) throw refused('not well-formed');
    const value = xml.slice(from, to);
    if (value.includes('<')) throw refused('not well-formed');
    checkName(attributeName);
    checkReferences(value);
    attributes.set(attributeName, value);
    if (attributes.size > formLimits.attributes) throw refused('too many attributes');
    at = to + 1;
  }
}

function checkName(text: string): void {
  if (text.length > formLimits.name) throw refused('a name that is too long');
}

function checkText(text: string, { outside }: { readonly outside: boolean }): void {
  if (outside) {
    if (!onlySpace.test(text)) throw refused('something around the document');
    return;
  }
  if (text.includes(']]>')) throw refused('not well-formed');
  checkReferences(text);
}

function checkReferences(text: string): void {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const found = match(reference, text, at);
    if (found === null) throw refused('an entity that is not one of the five of XML');
    const [, decimal, hexadecimal] = found;
    if (decimal === undefined && hexadecimal === undefined) continue;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code > 0x10ffff || illegal.test(String.fromCodePoint(code))) {
      throw refused('a character that XML does not allow');
    }
  }
}

/**
 * The root of a token whose form was checked. The tree holds elements and text alone.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function parseDocument(xml: string): XmlElement {
  checkForm(xml);
  let complaints = 0;
  const root = parseXml(xml, () => {
    complaints += 1;
  });
  // The form leaves nothing to complain of; whatever a parser repairs is refused all the same.
  if (complaints > 0 || root === undefined) throw refused('not well-formed');
  return root;
}
