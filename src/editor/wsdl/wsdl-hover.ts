import {
  attributeOf,
  expandedName,
  isSchemaNamespace,
  type XmlDocument,
  type XmlElement,
} from '../../contract/index.ts';
import type { Range } from '../../diagnostics/index.ts';
import { builtInText, code, type DeclarationText, type Hover, paragraphs } from '../hover.ts';
import { elementAt } from './element-at.ts';
import { docOf } from './wsdl-index.ts';

/** What an index and a resolved contract add to a file of a WSDL. */
export interface WsdlHoverSources {
  /** The declaration of the name at an offset, and its TypeScript, whose comment has the documentation. */
  readonly declarationAt: (
    offset: number,
  ) => (DeclarationText & { readonly signature?: string | undefined }) | undefined;
  /** The TypeScript of the field or operation whose name is at an offset. */
  readonly signatureAt: (offset: number) => string | undefined;
}

/** The hover in a start tag: on a name, on a type of XML Schema, and on a field or an operation. */
export function wsdlHoverAt(document: XmlDocument, offset: number, from: WsdlHoverSources): Hover | undefined {
  const element = elementAt(document, offset);
  if (!holds(document.range(element), offset)) return undefined;
  const attribute = element.attributes.find(
    ({ local, namespace }) => namespace === '' && holds(document.range(element, local), offset),
  )?.local;
  const at = document.range(element, attribute);
  const builtIn = attribute === undefined ? undefined : builtInText(builtInName(element, attribute));
  if (builtIn !== undefined) return { text: builtIn, at };
  const isOwn = attribute === undefined || attribute === 'name';
  const place = isOwn ? document.range(element, 'name').start : offset;
  const declared = from.declarationAt(place);
  if (declared === undefined && !isOwn) return undefined;
  const signature = declared?.signature ?? from.signatureAt(place);
  const text = paragraphs([
    declared === undefined ? headOf(element) : `**${declared.name}**, ${declared.kind}`,
    occurrenceOf(element),
    declared === undefined ? docOf(element, document) : declared.signature === undefined ? declared.doc : undefined,
    signature && code(cut(signature)),
    declared && code(declared.text, 'xml'),
  ]);
  return { text, at };
}

function headOf(element: XmlElement): string {
  const name = attributeOf(element, 'name') ?? attributeOf(element, 'ref');
  const type = attributeOf(element, 'type') ?? attributeOf(element, 'element');
  const named = name === undefined ? `**${element.local}**` : `**${name}**, ${element.local}`;
  return type === undefined ? named : `${named} of \`${type}\``;
}

/** How often a particle can occur; undefined if it is exactly once. */
function occurrenceOf(element: XmlElement): string | undefined {
  const [least = '1', most = '1'] = [attributeOf(element, 'minOccurs'), attributeOf(element, 'maxOccurs')];
  if (least === '1' && most === '1') return undefined;
  if (most === 'unbounded') return `Occurs ${least} or more times.`;
  return most === '1' ? 'Optional.' : `Occurs ${least} to ${most} times.`;
}

/** The name of a type of XML Schema in an attribute. */
function builtInName(element: XmlElement, attribute: string): string {
  const name = expandedName(attributeOf(element, attribute) ?? '', element);
  return name !== undefined && isSchemaNamespace(name.namespace) ? name.local : '';
}

function cut(text: string): string {
  const lines = text.split('\n');
  return lines.length > 40 ? [...lines.slice(0, 40), '…'].join('\n') : text;
}

function holds({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset <= end;
}
