import { base64Length } from '../../bytes/base64.ts';
import type { FieldDescription, OperationDescription, ServiceDescription } from '../description.ts';
import { contentText } from './envelope-text.ts';
import { byteCount, masked, shortBinary, shortText } from './shown-value.ts';
import { elementsOf, isNil, textOf, type XmlElement } from './xml-tree.ts';

/** A field of an answer, in a line of its own. */
export interface AnswerRow {
  /** Names from the result's element down, with a `/` between them; entries of a list have their number. */
  readonly path: string;
  readonly kind: 'text' | 'empty' | 'nil' | 'masked' | 'secret';
  readonly text: string;
}

/** An answer's envelope as a page may show it. */
export interface ShownAnswer {
  /** Pretty-printed, long values shortened. */
  readonly envelope: string;
  /** The fields of the result; empty for a fault. */
  readonly rows: readonly AnswerRow[];
}

const indentation = '  ';

/**
 * @param root of the message.
 * @param secrets what becomes of sensitive values (rule R5): who asks for one wants to use it, so it is never shortened.
 */
export function shownAnswer(
  { records }: ServiceDescription,
  { output, outputElement }: OperationDescription,
  root: XmlElement,
  secrets: 'masked' | 'whole',
): ShownAnswer {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>'];
  const rows: AnswerRow[] = [];
  printEnvelope(root, 0);
  return { envelope: lines.join('\n'), rows };

  /** Above the result nothing has a description. */
  function printEnvelope(element: XmlElement, depth: number): void {
    const inside = elementsOf(element);
    if (element.local === outputElement && depth === 2) {
      printFields(element, records[output] ?? [], '', depth, false);
    } else if (inside.length === 0) print(element, depth, contentText(shortText(textOf(element))));
    else {
      lines.push(`${indentation.repeat(depth)}<${element.tag}>`);
      for (const child of inside) printEnvelope(child, depth + 1);
      close(element, depth);
    }
  }

  function printFields(
    element: XmlElement,
    fields: readonly FieldDescription[],
    prefix: string,
    depth: number,
    sensitive: boolean,
  ): void {
    const inside = elementsOf(element);
    if (inside.length === 0) {
      print(element, depth, '');
      return;
    }
    lines.push(`${indentation.repeat(depth)}<${element.tag}>`);
    const counts = new Map<string, number>();
    for (const child of inside) {
      const field = fields.find(({ name }) => name === child.local);
      const count = counts.get(child.local) ?? 0;
      counts.set(child.local, count + 1);
      const path = `${prefix}${child.local}${field?.many === true ? ` ${count + 1}` : ''}`;
      printField(child, field, path, depth + 1, sensitive || field?.sensitive === true);
    }
    close(element, depth);
  }

  function printField(
    element: XmlElement,
    field: FieldDescription | undefined,
    path: string,
    depth: number,
    sensitive: boolean,
  ): void {
    if (isNil(element)) {
      print(element, depth, '');
      rows.push({ path, kind: 'nil', text: 'nil' });
    } else if (field?.record !== undefined || elementsOf(element).length > 0) {
      const fields = field?.record === undefined ? [] : (records[field.record] ?? []);
      if (elementsOf(element).length === 0) rows.push({ path, kind: 'empty', text: 'no fields' });
      printFields(element, fields, `${path} / `, depth, sensitive);
    } else {
      const text = textOf(element);
      if (sensitive && text !== '') {
        const isMasked = secrets === 'masked';
        print(element, depth, isMasked ? masked : contentText(text));
        rows.push({ path, kind: isMasked ? 'masked' : 'secret', text: isMasked ? masked : text });
      } else if (field?.type === 'base64Binary') {
        const size = sizeOf(text);
        print(element, depth, contentText(shortBinary(text, size)));
        rows.push({ path, kind: text === '' ? 'empty' : 'text', text: byteCount(size) });
      } else {
        print(element, depth, contentText(shortText(text)));
        rows.push({ path, kind: text === '' ? 'empty' : 'text', text: text === '' ? 'empty' : shortText(text) });
      }
    }
  }

  function print({ tag }: XmlElement, depth: number, text: string): void {
    const name = /^[^\s]+/.exec(tag)?.[0] ?? '';
    const indent = indentation.repeat(depth);
    lines.push(text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${name}>`);
  }

  function close({ tag }: XmlElement, depth: number): void {
    lines.push(`${indentation.repeat(depth)}</${/^[^\s]+/.exec(tag)?.[0] ?? ''}>`);
  }
}

/** How many bytes a base64 text without white space stands for. */
function sizeOf(text: string): number {
  const padding = /=*$/.exec(text)?.[0].length ?? 0;
  const size = (text.length / 4) * 3 - padding;
  return base64Length(size) === text.length ? size : text.length;
}
