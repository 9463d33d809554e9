import { decodeBase64, encodeUtf8 } from '#bytes';
import { contentText, elementText, type Message } from '../envelope-text.ts';
import type { ElementNode, RawNode, Value } from '../message-tree.ts';
import type { FieldDescription, OperationDescription, PagesDescription } from '../pages-description.ts';
import { casesOf, concreteTypes, fieldsOf, formFields, headerFields, headersPath } from '../record-fields.ts';
import { isBinary } from '../simple-types.ts';
import { parseTree } from '../xml-tree.ts';
import type { Entry } from './form-body.ts';
import { below } from './form-entries.ts';

type Child = ElementNode | RawNode | Value;

/**
 * The entries of the form that makes a message, the reverse of `requestMessage`. Values are those of the fields of the
 * form: of what it has no field for, none.
 */
export function entriesOfMessage(
  service: PagesDescription,
  operation: OperationDescription,
  { headers, body }: Pick<Message, 'headers' | 'body'>,
): readonly Entry[] {
  const filler = new FormFiller(service);
  filler.inside(operation.input, '', body, []);
  for (const { key, field } of headerFields(operation)) {
    const block = headers.find(({ name, namespace }) => name === field.name && namespace === field.namespace);
    filler.block(field, below(headersPath, key), block);
  }
  return filler.entries;
}

class FormFiller {
  readonly entries: Entry[] = [];
  readonly #service: PagesDescription;

  constructor(service: PagesDescription) {
    this.#service = service;
  }

  /** @param around the records around it, those that contain it among them. */
  inside(record: string, path: string, node: ElementNode, around: readonly string[]): void {
    const types = concreteTypes(this.#service, record);
    const chosen =
      types?.find(({ type }) => type?.local === node.type?.local && type?.namespace === node.type?.namespace) ??
      types?.[0];
    if (types !== undefined && types.length > 1 && chosen !== undefined) this.#text(`case:${path}`, chosen.key);
    const { content } = node;
    const children = content.kind === 'elements' || content.kind === 'mixed' ? [...content.nodes] : [];
    const own = chosen === undefined ? path : below(path, chosen.key);
    const records = [...around, record, ...(chosen === undefined ? [] : [chosen.record])];
    this.#fields(chosen?.record ?? record, own, { node, children, records });
  }

  /** A header block. @param node undefined without one. */
  block({ record = '', optional }: FieldDescription, path: string, node: ElementNode | undefined): void {
    if (node !== undefined) this.inside(record, path, node, []);
    else if (optional) this.#text(`omit:${path}`, '1');
  }

  #fields(record: string, path: string, from: Source): void {
    for (const { key, field } of formFields(fieldsOf(this.#service, record)))
      this.#field(field, below(path, key), from);
  }

  #field(field: FieldDescription, path: string, from: Source): void {
    switch (field.place) {
      case undefined:
        this.#elements(field, path, from);
        break;
      case 'attribute':
        this.#attribute(field, path, from.node);
        break;
      case 'text':
        if (isValue(from.node.content)) this.#value(field, path, from.node.content, from.node);
        break;
      case 'choice':
        this.#choices(field, path, from);
        break;
      case 'group':
        this.#groups(field, path, from);
        break;
      case 'any':
        this.#xml(
          path,
          take(from, (child) => child.kind === 'raw'),
        );
        break;
      case 'mixed':
        this.#xml(path, from.children.splice(0));
        break;
      case 'attributes':
        if (from.node.moreAttributes !== undefined) this.#text(path, from.node.moreAttributes.text);
    }
  }

  #attribute(field: FieldDescription, path: string, node: ElementNode): void {
    const found = node.attributes.find(
      ({ name, namespace }) => name === field.name && namespace === (field.namespace ?? ''),
    );
    if (found !== undefined) this.#value(field, path, found.value, node);
    else if (field.optional) this.#text(`omit:${path}`, '1');
  }

  #elements(field: FieldDescription, path: string, from: Source): void {
    const found = take(from, (child) => this.#begins(field, child), field.many === true) as readonly ElementNode[];
    const { record, optional, many } = field;
    const isRecursive = record !== undefined && from.records.includes(record);
    if (many && record !== undefined) this.#text(`count:${path}`, String(found.length));
    else if (found.length === 0 && optional && !isRecursive) this.#text(`omit:${path}`, '1');
    else if (isRecursive && found.length > 0) this.#text(`count:${path}`, '1');
    if (many && record === undefined) {
      this.#items(field, path, found);
      return;
    }
    found.forEach((node, index) => {
      const place = many ? `${path}/${index}` : path;
      if (node.content.kind === 'nil') this.#text(`nil:${place}`, '1');
      else if (record !== undefined) this.inside(record, place, node, from.records);
      else if (field.type === 'anyType') this.#xml(place, childrenOf(node));
      else if (isValue(node.content)) this.#value(field, place, node.content, node);
    });
  }

  /** The items of a list of simple values: lines of one entry. */
  #items(field: FieldDescription, path: string, found: readonly ElementNode[]): void {
    if (isBinary(field)) {
      for (const node of found) if (isValue(node.content)) this.#value(field, path, node.content, node);
      return;
    }
    if (found.length === 0) return;
    if (found.some(({ content }) => content.kind === 'nil')) this.#text(`nil:${path}`, '1');
    const lines = found.map((node) => {
      const { content } = node;
      return isValue(content) ? (isName(field) ? expandedName(content, node) : content.text) : '';
    });
    this.#text(path, lines.map((line) => `${line}\n`).join(''));
  }

  #choices(field: FieldDescription, path: string, from: Source): void {
    const cases = casesOf(this.#service, field.record ?? '');
    let index = 0;
    for (; index === 0 || field.many; index++) {
      const next = from.children.find((child) => cases.some((one) => this.#begins(one.field, child)));
      const chosen = next && cases.find((one) => this.#begins(one.field, next));
      if (chosen === undefined) break;
      const place = field.many ? `${path}/${index}` : path;
      this.#text(`case:${place}`, chosen.key);
      this.#field(chosen.field, below(place, chosen.key), from);
    }
    if (field.many) this.#text(`count:${path}`, String(index));
    else if (index === 0 && field.optional) this.#text(`case:${path}`, '');
  }

  #groups(field: FieldDescription, path: string, from: Source): void {
    const { record = '', many, optional } = field;
    const hasMore = (): boolean => from.children.some((child) => this.#begins(field, child));
    if (!many) {
      if (!hasMore() && optional) this.#text(`omit:${path}`, '1');
      else this.#fields(record, path, from);
      return;
    }
    let index = 0;
    for (; hasMore(); index++) {
      const before = from.children.length;
      this.#fields(record, `${path}/${index}`, from);
      if (from.children.length === before) break;
    }
    this.#text(`count:${path}`, String(index));
  }

  /** Whether a child can be the first of a field. */
  #begins(field: FieldDescription, child: Child, around: readonly string[] = []): boolean {
    const { place, name, namespace = this.#service.namespace, record = '' } = field;
    if (place === undefined) return child.kind === 'element' && child.name === name && child.namespace === namespace;
    if (place === 'any') return child.kind === 'raw';
    if ((place !== 'choice' && place !== 'group') || around.includes(record)) return false;
    return fieldsOf(this.#service, record).some((one) => this.#begins(one, child, [...around, record]));
  }

  /** @param node whose text or attribute it is. */
  #value(field: FieldDescription, path: string, value: Value, node: ElementNode): void {
    if (!isBinary(field)) this.#text(path, isName(field) ? expandedName(value, node) : value.text);
    else if (field.type === 'base64Binary' && !field.attached) {
      const text = encodeUtf8(value.text);
      const bytes = decodeBase64(text, 0, text.length);
      if (typeof bytes !== 'string') this.entries.push({ name: path, value: bytes, fileName: 'example' });
    }
  }

  #xml(path: string, children: readonly Child[]): void {
    const texts = children.map((child) => {
      if (child.kind === 'element') return elementText(this.#service, child);
      return child.kind === 'raw' ? child.text : contentText(child.text);
    });
    if (texts.length > 0) this.#text(path, texts.join(''));
  }

  #text(name: string, text: string): void {
    this.entries.push({ name, value: encodeUtf8(text), fileName: undefined });
  }
}

/** An element, and its children that no field has taken. */
interface Source {
  readonly node: ElementNode;
  readonly children: Child[];
  readonly records: readonly string[];
}

/** Takes the first child that fits, or all. */
function take({ children }: Source, fits: (child: Child) => boolean, all = true): readonly Child[] {
  const found = children.filter(fits).slice(0, all ? undefined : 1);
  for (const one of found) children.splice(children.indexOf(one), 1);
  return found;
}

function childrenOf({ content }: ElementNode): readonly Child[] {
  if (content.kind === 'elements' || content.kind === 'mixed') return content.nodes;
  return content.kind === 'nil' ? [] : [content];
}

function isValue(content: ElementNode['content']): content is Value {
  return content.kind === 'text' || content.kind === 'bytes';
}

function isName({ type }: FieldDescription): boolean {
  return type === 'QName' || type === 'NOTATION';
}

/** A QName as a form has it, `{namespace}local`, by the prefixes that its element declares. */
function expandedName({ text }: Value, { moreAttributes }: ElementNode): string {
  const [, prefix, local] = /^([^:{}]+):([^:{}]+)$/.exec(text) ?? [];
  if (prefix === undefined || local === undefined || moreAttributes === undefined) return text;
  const declared = parseTree(encodeUtf8(`<x ${moreAttributes.text}/>`))?.attributes ?? [];
  const found = declared.find(({ name }) => name === `xmlns:${prefix}`);
  return found === undefined ? text : `{${found.value}}${local}`;
}
