import { base64Length } from '../bytes/base64.ts';
import type { WrittenAttribute } from '../xml/pieces.ts';
import { byteCount, contentText, masked, shortBinary, shortText } from './envelope-text.ts';
import {
  declaredRecord,
  elementsIn,
  fieldsIn,
  type MatchedField,
  matchAttribute,
  matchElement,
} from './matched-fields.ts';
import type { FieldDescription, OperationDescription, PagesDescription } from './pages-description.ts';
import { characterData, elementsOf, isAboutMarkup, isNil, type XmlElement } from './xml-tree.ts';

/** A field of a response, as a row of a table. */
export interface ResponseRow {
  /** Names of the elements below the result, separated by `/`, with the number of each list entry. */
  readonly path: string;
  readonly kind: 'text' | 'empty' | 'nil' | 'masked' | 'secret';
  readonly text: string;
  /** Whether the contract says that it tells why the request was refused. */
  readonly isError?: boolean;
}

/** The envelope of a response as a page may show it. */
export interface ShownResponse {
  /** Pretty-printed, long values shortened. */
  readonly envelope: string;
  /** The fields of the result; empty for a fault. */
  readonly rows: readonly ResponseRow[];
  /** The fields of declared header blocks and fault details. */
  readonly headerRows: readonly ResponseRow[];
  readonly detailRows: readonly ResponseRow[];
}

const indentation = '  ';

/**
 * @param root of the message.
 * @param secrets how sensitive values are shown (rule R5). A shown one is never shortened, so that it can be used.
 */
export function shownResponse(
  service: PagesDescription,
  operation: OperationDescription,
  root: XmlElement,
  secrets: 'masked' | 'whole',
): ShownResponse {
  const printer = new ResponsePrinter(service, operation, secrets);
  printer.envelope(root);
  const { lines, rows, headerRows, detailRows } = printer;
  return { envelope: ['<?xml version="1.0" encoding="utf-8"?>', ...lines].join('\n'), rows, headerRows, detailRows };
}

/** The position of an element. */
interface Position {
  /** Of the element itself. */
  readonly path: string;
  readonly depth: number;
  readonly sensitive: boolean;
  /** Whether the field, or a record around it, tells why the request was refused. */
  readonly isError: boolean;
  readonly rows: ResponseRow[];
}

class ResponsePrinter {
  readonly lines: string[] = [];
  readonly rows: ResponseRow[] = [];
  readonly headerRows: ResponseRow[] = [];
  readonly detailRows: ResponseRow[] = [];
  readonly #service: PagesDescription;
  readonly #operation: OperationDescription;
  readonly #secrets: 'masked' | 'whole';

  constructor(service: PagesDescription, operation: OperationDescription, secrets: 'masked' | 'whole') {
    this.#service = service;
    this.#operation = operation;
    this.#secrets = secrets;
  }

  /** Prints the envelope down to the declared elements. */
  envelope(element: XmlElement, depth = 0, parents: readonly string[] = []): void {
    const inside = elementsOf(element);
    const { local } = element;
    const { operations } = this.#service;
    if (depth === 2 && parents[1] === 'Body' && local === this.#operation.outputElement) {
      this.#record(element, this.#operation.output, {
        path: '',
        depth,
        sensitive: false,
        isError: false,
        rows: this.rows,
      });
      return;
    }
    const isDetail = parents[2] === 'Fault' && /^detail$/i.test(parents[3] ?? '') && depth === 4;
    const isHeader = depth === 2 && parents[1] === 'Header';
    if (isDetail || isHeader) {
      const declared = operations.flatMap(({ headers, faults = [] }) =>
        isDetail ? faults : [...(headers?.output ?? []), ...(headers?.input ?? [])],
      );
      const record = declaredRecord(declared, element);
      if (record !== undefined) {
        const rows = isDetail ? this.detailRows : this.headerRows;
        this.#record(element, record, { path: local, depth, sensitive: false, isError: false, rows });
        return;
      }
    }
    if (inside.length === 0)
      this.#print(element, depth, contentText(shortText(characterData(element))), tagOf(element));
    else {
      this.lines.push(`${indentation.repeat(depth)}<${tagOf(element)}>`);
      for (const child of inside) this.envelope(child, depth + 1, [...parents, local]);
      this.#close(element, depth);
    }
  }

  /** An element with a record. */
  #record(element: XmlElement, record: string, position: Position): void {
    const fields = fieldsIn(this.#service, record, element);
    const text = fields.find(({ place }) => place === 'text');
    this.#attributes(element, fields, position);
    if (text !== undefined) this.#text(element, text, fields, { ...position, path: position.path || element.local });
    else this.#content(element, fields, position);
  }

  #content(element: XmlElement, fields: readonly FieldDescription[], position: Position): void {
    const { depth, rows, path, sensitive, isError } = position;
    const inside = elementsOf(element);
    const tag = this.#tag(element, fields, sensitive);
    if (fields.some(({ place }) => place === 'mixed') || isMixed(element)) {
      const text = shortText(this.#inside(element, fields, sensitive));
      this.#print(element, depth, text, tag);
      add(position, textRow(path || element.local, text));
      return;
    }
    if (inside.length === 0) {
      const hasRows = element.attributes.some((attribute) => !isAboutMarkup(attribute));
      if (path !== '' && !hasRows) add(position, { path, kind: 'empty', text: 'no fields' });
      this.#print(element, depth, '', tag);
      return;
    }
    this.lines.push(`${indentation.repeat(depth)}<${tag}>`);
    const elements = elementsIn(this.#service, fields);
    const counts = new Map<string, number>();
    for (const child of inside) {
      const known = matchElement(this.#service, elements, child);
      const count = (counts.get(child.local) ?? 0) + 1;
      counts.set(child.local, count);
      const own = `${child.local}${known.many ? ` ${count}` : ''}`;
      this.#field(child, known, {
        path: path === '' ? own : `${path} / ${own}`,
        depth: depth + 1,
        sensitive: sensitive || known.sensitive,
        isError: isError || known.field?.error === true,
        rows,
      });
    }
    this.#close(element, depth);
  }

  #field(element: XmlElement, { field }: MatchedField, position: Position): void {
    const { path, depth, sensitive } = position;
    if (isNil(element)) {
      this.#print(element, depth, '', this.#tag(element, [], sensitive));
      add(position, { path, kind: 'nil', text: 'nil' });
    } else if (field?.record !== undefined) this.#record(element, field.record, position);
    else if (elementsOf(element).length > 0) {
      this.#attributes(element, [], position);
      this.#content(element, [], position);
    } else {
      this.#text(element, field, [], position);
      this.#attributes(element, [], position);
    }
  }

  #text(
    element: XmlElement,
    field: FieldDescription | undefined,
    fields: readonly FieldDescription[],
    position: Position,
  ): void {
    const { path, depth } = position;
    const text = characterData(element);
    const sensitive = position.sensitive || field?.sensitive === true;
    const tag = this.#tag(element, fields, position.sensitive);
    if (sensitive && text !== '') {
      this.#print(element, depth, this.#isMasked ? masked : contentText(text), tag);
      add(position, this.#secret(path, text));
    } else if (field?.type === 'base64Binary') {
      const size = sizeOf(text);
      this.#print(element, depth, contentText(shortBinary(text, size)), tag);
      add(position, { path, kind: text === '' ? 'empty' : 'text', text: byteCount(size) });
    } else {
      this.#print(element, depth, contentText(shortText(text)), tag);
      add(position, textRow(path, shortText(text)));
    }
  }

  #attributes(element: XmlElement, fields: readonly FieldDescription[], position: Position): void {
    const { path, sensitive } = position;
    for (const attribute of element.attributes) {
      if (isAboutMarkup(attribute)) continue;
      const own = `${path === '' ? '' : `${path} / `}@${attribute.local}`;
      const { value } = attribute;
      const isSecret = (sensitive || matchAttribute(fields, attribute).sensitive) && value !== '';
      add(position, isSecret ? this.#secret(own, value) : textRow(own, shortText(value)));
    }
  }

  #secret(path: string, text: string): ResponseRow {
    return this.#isMasked ? { path, kind: 'masked', text: masked } : { path, kind: 'secret', text };
  }

  /** The content of an element as one text. */
  #inside(element: XmlElement, fields: readonly FieldDescription[], sensitive: boolean): string {
    const elements = elementsIn(this.#service, fields);
    const hidden = sensitive && this.#isMasked;
    return element.content
      .map((part) => {
        if (part.kind === 'text') return hidden && part.written.trim() !== '' ? masked : part.written;
        const { field, sensitive: own } = matchElement(this.#service, elements, part);
        const inner = field?.record === undefined ? [] : fieldsIn(this.#service, field.record, part);
        const isText = inner.some((one) => one.place === 'text' && one.sensitive);
        const tag = this.#tag(part, inner, sensitive || own);
        const text = this.#inside(part, inner, sensitive || own || isText);
        return text === '' ? `<${tag}/>` : `<${tag}>${text}</${part.name}>`;
      })
      .join('');
  }

  /** The start tag, with sensitive values masked. */
  #tag(element: XmlElement, fields: readonly FieldDescription[], sensitive: boolean): string {
    return tagOf(element, (attribute) => {
      if (!this.#isMasked || isAboutMarkup(attribute)) return false;
      return sensitive || matchAttribute(fields, attribute).sensitive;
    });
  }

  get #isMasked(): boolean {
    return this.#secrets === 'masked';
  }

  #print({ name }: XmlElement, depth: number, text: string, tag: string): void {
    const indent = indentation.repeat(depth);
    this.lines.push(text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${name}>`);
  }

  #close({ name }: XmlElement, depth: number): void {
    this.lines.push(`${indentation.repeat(depth)}</${name}>`);
  }
}

function add({ rows, isError }: Position, row: ResponseRow): void {
  rows.push(isError ? { ...row, isError } : row);
}

function textRow(path: string, text: string): ResponseRow {
  return text === '' ? { path, kind: 'empty', text: 'empty' } : { path, kind: 'text', text };
}

function tagOf(
  { name, attributes }: XmlElement,
  isHidden: (attribute: WrittenAttribute) => boolean = () => false,
): string {
  const shown = attributes.map((attribute) => {
    const hidden = isHidden(attribute) && attribute.value !== '';
    return ` ${attribute.name}=${hidden ? `"${masked}"` : attribute.quoted}`;
  });
  return name + shown.join('');
}

/** Whether it has text between elements. */
function isMixed({ content }: XmlElement): boolean {
  const hasText = content.some(
    (part) => part.kind === 'text' && part.value !== undefined && part.written.trim() !== '',
  );
  return hasText && content.some(({ kind }) => kind === 'element');
}

/** The decoded size of a base64 text without white space, in bytes. */
function sizeOf(text: string): number {
  const padding = /=*$/.exec(text)?.[0].length ?? 0;
  const size = (text.length / 4) * 3 - padding;
  return base64Length(size) === text.length ? size : text.length;
}
