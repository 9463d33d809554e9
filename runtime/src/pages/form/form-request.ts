import { encodeBase64 } from '#bytes';
import { limitMessage } from '../../xml/limits.ts';
import { type AttachedPart, attach, attachmentFields, attachmentsPath, refer } from '../attached-parts.ts';
import type { Message } from '../envelope-text.ts';
import {
  type AttributeNode,
  type Content,
  type ElementNode,
  empty,
  fieldOfValue,
  type RawNode,
  type Value,
} from '../message-tree.ts';
import type { FieldDescription, OperationDescription, PagesDescription } from '../pages-description.ts';
import { casesOf, concreteTypes, fieldsOf, formFields, headerFields, headersPath } from '../record-fields.ts';
import { allowsEmpty, isBinary } from '../simple-types.ts';
import { enteredAttributes, enteredContent } from './entered-xml.ts';
import { decodeText, type Entry, FormError } from './form-body.ts';
import { below, type FormEntries } from './form-entries.ts';

/**
 * The request of a form. Values are not validated: the service does that for every request.
 *
 * @param maxItems the service's limit on items of a list.
 * @throws {FormError} for invalid text or XML, and for entries without a field.
 */
export function requestMessage(
  service: PagesDescription,
  operation: OperationDescription,
  entries: FormEntries,
  maxItems: number,
): Message {
  const builder = new RequestBuilder(service, entries, maxItems);
  const { input, inputElement: name, inputNamespace: namespace = service.namespace } = operation;
  const body = { kind: 'element', name, namespace, ...builder.inside(input, '', false) } as const;
  const headers = (operation.headers?.input ?? []).flatMap(({ mustUnderstand = false, role }, index) => {
    const found = headerFields(operation)[index];
    if (found === undefined) return [];
    const blocks = builder.elements(found.field, below(headersPath, found.key), false);
    return blocks.map((block) => ({ ...block, addressed: { mustUnderstand, role } }));
  });
  for (const [index, { key, field }] of attachmentFields(operation).entries()) {
    const { part = '', type } = operation.attachments?.input[index] ?? {};
    builder.attach(field, below(attachmentsPath, key), part, type);
  }
  entries.checkAllRead();
  const { parts } = builder;
  return { headers, body, declaresAll: true, ...(parts.length > 0 && { parts }) };
}

/** The content of an element during its construction. */
interface ElementDraft {
  type?: { readonly namespace: string; readonly local: string } | undefined;
  readonly attributes: AttributeNode[];
  moreAttributes?: RawNode;
  readonly nodes: (ElementNode | RawNode)[];
  content: Content | undefined;
}

class RequestBuilder {
  readonly parts: AttachedPart[] = [];
  readonly #service: PagesDescription;
  readonly #entries: FormEntries;
  readonly #maxItems: number;

  constructor(service: PagesDescription, entries: FormEntries, maxItems: number) {
    this.#service = service;
    this.#entries = entries;
    this.#maxItems = maxItems;
  }

  /** The content of an element that holds a record. */
  inside(record: string, path: string, sensitive: boolean): Omit<ElementNode, 'kind' | 'name' | 'namespace'> {
    const types = concreteTypes(this.#service, record);
    const key =
      types &&
      (this.#entries.chosen(
        path,
        types.map((type) => type.key),
      ) ??
        types[0]?.key);
    const chosen = types?.find((type) => type.key === key);
    const inside: ElementDraft = { attributes: [], nodes: [], content: undefined };
    this.#addFields(chosen?.record ?? record, chosen === undefined ? path : below(path, chosen.key), sensitive, inside);
    const { nodes, content = { kind: 'elements', nodes }, ...head } = inside;
    return { ...head, type: chosen?.type, content };
  }

  /** Adds an attachment of the message, if a file was chosen. @param type its media type in the contract. */
  attach(field: FieldDescription, path: string, part: string, type: string | undefined): void {
    if (this.#entries.flag('omit', path)) {
      this.#entries.ignore(path);
      return;
    }
    const entry = this.#fileOf(path);
    if (entry === undefined || isUnchosen(entry)) return;
    attach(this.parts, part, contentOf(field, entry, type));
  }

  /** The elements of a field. */
  elements(field: FieldDescription, path: string, inherited: boolean): readonly ElementNode[] {
    const sensitive = inherited || field.sensitive === true;
    const { name, namespace = this.#service.namespace } = field;
    const node = (content: Content): ElementNode => ({ kind: 'element', name, namespace, attributes: [], content });
    const { record } = field;
    if (record === undefined) return this.#contents(field, path, sensitive).map(node);
    return this.#positions(field, path).map((place): ElementNode => {
      if (field.nillable && this.#entries.flag('nil', place)) {
        this.#entries.ignore(place);
        return node({ kind: 'nil' });
      }
      // A required recursive record would be endless.
      if (!this.#entries.has(place) && !field.many) return node(empty);
      return { kind: 'element', name, namespace, ...this.inside(record, place, sensitive) };
    });
  }

  #addFields(record: string, path: string, sensitive: boolean, inside: ElementDraft): void {
    for (const { key, field } of formFields(fieldsOf(this.#service, record))) {
      this.#add(field, below(path, key), sensitive, inside);
    }
  }

  #add(field: FieldDescription, path: string, inherited: boolean, inside: ElementDraft): void {
    const sensitive = inherited || field.sensitive === true;
    switch (field.place) {
      case undefined:
        inside.nodes.push(...this.elements(field, path, inherited));
        break;
      case 'attribute': {
        const [value] = this.#values(field, path, sensitive);
        const { name, namespace = '' } = field;
        if (value !== undefined) inside.attributes.push({ name, namespace, value });
        break;
      }
      case 'text':
        inside.content = this.#values(field, path, sensitive)[0];
        break;
      case 'choice':
        for (const place of this.#positions(field, path)) this.#addChosen(field.record ?? '', place, sensitive, inside);
        break;
      case 'group':
        for (const place of this.#positions(field, path)) {
          if (field.many || this.#entries.has(place)) this.#addFields(field.record ?? '', place, sensitive, inside);
        }
        break;
      default:
        this.#addWritten(field.place, path, sensitive, inside);
    }
  }

  #addChosen(record: string, path: string, sensitive: boolean, inside: ElementDraft): void {
    const cases = casesOf(this.#service, record);
    const chosen = this.#entries.chosen(
      path,
      cases.map(({ key }) => key),
    );
    const found = cases.find(({ key }) => key === chosen);
    if (found !== undefined) this.#add(found.field, below(path, found.key), sensitive, inside);
  }

  #addWritten(place: 'any' | 'attributes' | 'mixed', path: string, sensitive: boolean, inside: ElementDraft): void {
    const entry = this.#entries.one(path);
    const xml = entry === undefined ? '' : this.#enteredText(entry);
    if (place !== 'mixed' && xml.trim() === '') return;
    const where = { path, sensitive };
    if (place === 'attributes') inside.moreAttributes = enteredAttributes(this.#service, xml, where);
    else if (place === 'any') inside.nodes.push(enteredContent(this.#service, xml.trim(), where));
    else inside.content = { kind: 'mixed', nodes: xml === '' ? [] : [enteredContent(this.#service, xml, where)] };
  }

  /** The paths of a record, choice or group: one, or one for each item. */
  #positions(field: FieldDescription, path: string): readonly string[] {
    const entries = this.#entries;
    if (entries.flag('omit', path)) {
      entries.ignore(path);
      return [];
    }
    const count = entries.count(path);
    if (!field.many) return count !== 0 && (entries.has(path) || !field.optional) ? [path] : [];
    const paths: string[] = [];
    for (let index = 0; count === undefined ? entries.has(`${path}/${index}`) : index < count; index++) {
      const item = `${path}/${index}`;
      if (entries.flag('omit', item)) entries.ignore(item);
      else paths.push(item);
    }
    return paths;
  }

  /** The contents of the elements of a simple field. */
  #contents(field: FieldDescription, path: string, sensitive: boolean): readonly Content[] {
    const entries = this.#entries;
    if (!field.many && field.nillable && !entries.flag('omit', path) && entries.flag('nil', path)) {
      entries.ignore(path);
      return [{ kind: 'nil' }];
    }
    if (field.type !== 'anyType') {
      const nilForBlank = field.many && field.nillable && entries.flag('nil', path);
      return this.#values(field, path, sensitive, nilForBlank).map((value) => value ?? { kind: 'nil' });
    }
    return this.#values({ ...field, type: 'string' }, path, sensitive).flatMap((value): readonly Content[] => {
      if (value === undefined || (value.text === '' && field.many)) return [];
      const nodes = value.text === '' ? [] : [enteredContent(this.#service, value.text, { path, sensitive })];
      return [{ kind: 'mixed', nodes }];
    });
  }

  /** The values of a simple field; undefined for a blank line that means nil. */
  #values(
    field: FieldDescription,
    path: string,
    sensitive: boolean,
    nilForBlank = false,
  ): readonly (Value | undefined)[] {
    const entries = this.#entries;
    if (entries.flag('omit', path)) {
      entries.ignore(path);
      return [];
    }
    if (field.many) return this.#items(field, path, sensitive, nilForBlank);
    const entry = isBinary(field) ? this.#fileOf(path) : entries.one(path);
    const value = entry === undefined ? undefined : this.#simple(field, entry, sensitive);
    return value === undefined ? [] : [value];
  }

  /** The items of a list: the lines of one entry, or several entries. */
  #items(
    field: FieldDescription,
    path: string,
    sensitive: boolean,
    nilForBlank: boolean,
  ): readonly (Value | undefined)[] {
    const found = this.#entries.all(path);
    const [first] = found;
    if (first === undefined) return [];
    if (found.length > 1 || first.fileName !== undefined) {
      return found.flatMap((entry) =>
        entry.fileName === undefined && entry.value.length === 0 ? [] : (this.#simple(field, entry, sensitive) ?? []),
      );
    }
    return linesOf(this.#enteredText(first), this.#maxItems).flatMap((line): readonly (Value | undefined)[] => {
      if (line === '' && nilForBlank) return [undefined];
      return line === '' && !allowsEmpty(field)
        ? []
        : [{ kind: 'text', text: line, sensitive, ...fieldOfValue(field, sensitive) }];
    });
  }

  /** Undefined for an empty entry, if the type does not allow an empty value. */
  #simple(field: FieldDescription, entry: Entry, sensitive: boolean): Value | undefined {
    if (field.attached) {
      if (isUnchosen(entry) && (field.optional || field.many)) return undefined;
      return { kind: 'text', text: refer(this.parts, contentOf(field, entry)), sensitive: false };
    }
    if (isBinary(field) && entry.fileName !== undefined) {
      const { value, fileName } = entry;
      if (fileName === '' && (field.optional || field.many)) return undefined;
      const text = encodeBase64(value);
      return { kind: 'bytes', text, size: value.length, sensitive, ...fieldOfValue(field, sensitive) };
    }
    const text = this.#enteredText(entry);
    if (text === '' && !allowsEmpty(field)) return undefined;
    return { kind: 'text', text, sensitive, ...fieldOfValue(field, sensitive) };
  }

  /** The entry of a file, or that of the example if the form asks for it and no file was chosen. */
  #fileOf(path: string): Entry | undefined {
    const entries = this.#entries;
    const entry = entries.one(path);
    const isChosen = entry !== undefined && (entry.value.length > 0 || (entry.fileName ?? '') !== '');
    return entries.flag('example', path) && !isChosen ? entries.example?.one(path) : entry;
  }

  #enteredText(entry: Entry): string {
    return decodeText(entry.value, `The entry "${entry.name}"`).replace(/\r\n?/g, '\n');
  }
}

/** Whether no file was chosen, or no text entered. */
function isUnchosen({ fileName = '', value }: Entry): boolean {
  return fileName === '' && value.length === 0;
}

/** Browsers send it for a file of a type that they do not know. */
const unknownType = 'application/octet-stream';

/** The content of an attachment. @param declared its media type in the contract, for a file without one. */
function contentOf({ name }: FieldDescription, entry: Entry, declared?: string): Omit<AttachedPart, 'id'> {
  const { fileName, value, contentType = unknownType } = entry;
  const own = fileName === undefined ? 'text/plain; charset=utf-8' : contentType;
  const type = own === unknownType && declared !== undefined && !declared.includes('*') ? declared : own;
  return { name, contentType: type, content: value };
}

function linesOf(text: string, most: number): readonly string[] {
  if (text === '') return [];
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n', most + 1);
  if (lines.length > most)
    throw new FormError('limit', `A list of the form is too long: ${limitMessage('maxItems', { maxItems: most })}.`);
  return lines;
}
