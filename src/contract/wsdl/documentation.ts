import type { Piece, StartPiece } from '@soapwright/runtime/xml';
import {
  type Annotated,
  givenLifeCycle,
  type LifeCycleKey,
  lifeCycleKeys,
  lifeCycleOf,
  type Wildcard,
} from '../model/index.ts';
import { contentPieces } from './content-pieces.ts';
import { attributeOf, rawAttributeOf, type XmlDocument, type XmlElement } from './document.ts';
import { foreignOf } from './extensions.ts';
import { linesOf, withoutHtml, withoutTags } from './html-text.ts';
import { ownNamespace, wsdlNamespace } from './xml-names.ts';

const xml = 'http://www.w3.org/XML/1998/namespace';

/** What every component may have. */
export type Notes = Pick<Annotated, 'doc' | LifeCycleKey | 'typeScriptName' | 'foreign' | 'appinfo'>;

/** The notes of a wildcard, and the wildcard without them: they belong to its particle. */
export function separateNotes({ typeScriptName, doc, foreign, appinfo, ...rest }: Wildcard): {
  readonly notes: Notes;
  readonly wildcard: Wildcard;
} {
  const wildcard = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !(lifeCycleKeys as readonly string[]).includes(key)),
  ) as unknown as Wildcard;
  return { notes: { typeScriptName, doc, ...lifeCycleOf(rest), foreign, appinfo }, wildcard };
}

/** Documentation, appinfo and attributes of other namespaces of a component of XML Schema. */
export function schemaNotes(element: XmlElement, document: XmlDocument): Notes {
  const annotations = element.children
    .filter(({ local }) => local === 'annotation')
    .flatMap(({ children }) => children);
  return {
    ...notesOf(documentationIn(annotations)),
    ...appinfoIn(annotations, document),
    ...ownNotes(element),
    ...foreignOf(element),
  };
}

/** Documentation and attributes of other namespaces of a component of WSDL. */
export function wsdlNotes(element: XmlElement): Notes {
  const children = element.children.filter(({ namespace }) => namespace === wsdlNamespace);
  return { ...notesOf(documentationIn(children)), ...ownNotes(element), ...foreignOf(element) };
}

/** The value of an attribute in soapwright's namespace. */
export function ownAttribute(element: XmlElement, local: string): string | undefined {
  return rawAttributeOf(element, local, ownNamespace);
}

export function isOwnFlag(element: XmlElement, local: string): boolean {
  return ownAttribute(element, local) === 'true';
}

/** Names in `sw:reserved`, separated by spaces, or each in an element of an annotation. */
export function reservedOf(element: XmlElement): { readonly reserved?: readonly string[] } {
  const listed = ownAttribute(element, 'reserved');
  if (listed !== undefined) return { reserved: listed.split(' ') };
  const found = element.children
    .filter(({ local }) => local === 'annotation')
    .flatMap(({ children }) => children.filter(({ local }) => local === 'appinfo'))
    .flatMap(({ content = '' }) => contentPieces(content))
    .flatMap((piece) => (isReserved(piece) ? piece.attributes.filter(({ name }) => name === 'value') : []))
    .map(({ value }) => value);
  return found.length === 0 ? {} : { reserved: found };
}

/** Each xs:appinfo, but for those of soapwright. */
function appinfoIn(annotations: readonly XmlElement[], document: XmlDocument): Pick<Annotated, 'appinfo'> {
  const found = annotations.filter(
    ({ local, content = '' }) => local === 'appinfo' && contentPieces(content).some((piece) => !isOwn(piece)),
  );
  return found.length === 0 ? {} : { appinfo: found.map((one) => document.xmlText(one)) };
}

function isReserved(piece: Piece): piece is StartPiece {
  return piece.kind === 'start' && piece.namespace === ownNamespace && piece.local === 'reserved';
}

/** Whether a piece of an appinfo is of soapwright: an empty `sw:reserved`, or white space. */
function isOwn(piece: Piece): boolean {
  if (piece.kind === 'text') return piece.value.trim() === '';
  // The end of an empty-element tag has no bytes.
  return isReserved(piece) || (piece.kind === 'end' && piece.start === piece.end);
}

function notesOf(doc: string): { readonly doc?: string } {
  return doc === '' ? {} : { doc };
}

function ownNotes(element: XmlElement): Pick<Annotated, LifeCycleKey | 'typeScriptName'> {
  if (element.attributes.every(({ namespace }) => namespace !== ownNamespace)) return {};
  const typeScriptName = ownAttribute(element, 'name') ?? ownAttribute(element, 'as');
  return {
    ...givenLifeCycle((key) => ownAttribute(element, key)),
    ...(typeScriptName !== undefined && { typeScriptName }),
  };
}

/** The texts of one language: English or none where there are several. */
function documentationIn(elements: readonly XmlElement[]): string {
  const all = elements.filter(({ local }) => local === 'documentation');
  const preferred = all.filter((one) => /^(?:en|$)/i.test(rawAttributeOf(one, 'lang', xml) ?? ''));
  const chosen = preferred.length > 0 ? preferred : all.slice(0, 1);
  return chosen
    .map(({ content }) => plainText(content ?? ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Documentation as text: without markup, HTML in text or common indentation. */
export function plainText(content: string): string {
  const sections = content.split(/<!\[CDATA\[([\s\S]*?)\]\]>/);
  const text = withoutHtml(
    sections.map((section, index) => (index % 2 === 1 ? section : contentText(section))).join(''),
  );
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  const start = lines.findIndex((line) => line.trim() !== '');
  const [first = '', ...rest] = lines.slice(Math.max(0, start));
  const indents = rest.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : indents.reduce((least, one) => Math.min(least, one));
  return [first.trimStart(), ...rest.map((line) => line.slice(indent))].join('\n').replace(/\n{3,}/g, '\n\n');
}

/** The text of XML content. */
function contentText(content: string): string {
  const markup = content.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '');
  const text = withoutTags(markup).replace(/<[^>]*>/g, '');
  return resolveReferences(text === markup ? text : linesOf(text));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** An attribute with the value `true` or `1`. */
export function isTrue(element: XmlElement, local: string): boolean {
  const value = attributeOf(element, local);
  return value === 'true' || value === '1';
}
