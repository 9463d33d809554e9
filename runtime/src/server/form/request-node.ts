import { encodeBase64 } from '#bytes';
import { limitMessage } from '../../xml/limits.ts';
import type { FieldDescription, OperationDescription, ServiceDescription } from '../description.ts';
import { decodeText, type Entry } from './entry.ts';
import type { FormEntries } from './form-entries.ts';
import { FormError } from './form-error.ts';
import { isBinary, mayBeEmpty } from './simple-type.ts';

/** An element of the request that a form stands for. */
export interface RequestNode {
  readonly name: string;
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'nil' }
  | { readonly kind: 'record'; readonly children: readonly RequestNode[] }
  | { readonly kind: 'text'; readonly text: string; readonly sensitive: boolean }
  /** Binary: `text` is base64, and `size` what it stands for. */
  | { readonly kind: 'bytes'; readonly text: string; readonly size: number; readonly sensitive: boolean };

/**
 * The children of the operation's element. Values are not judged: that is for the service, as with every request.
 *
 * @param maxItems how many entries the service takes in a list: more of them would only make the page large.
 * @throws {FormError} for entries that are no text, and for those that the operation has no field for.
 */
export function requestNodes(
  { records }: ServiceDescription,
  { input }: OperationDescription,
  entries: FormEntries,
  maxItems: number,
): readonly RequestNode[] {
  const nodes = recordNodes(input, '', false);
  entries.finish();
  return nodes;

  function recordNodes(record: string, prefix: string, sensitive: boolean): RequestNode[] {
    return (records[record] ?? []).flatMap((field) => fieldNodes(field, prefix + field.name, sensitive));
  }

  function fieldNodes(field: FieldDescription, path: string, inherited: boolean): RequestNode[] {
    const sensitive = inherited || field.sensitive;
    const node = (content: Content): RequestNode => ({ name: field.name, content });
    if (entries.flag('omit', path)) {
      entries.pass(path);
      return [];
    }
    if (field.record !== undefined && field.many) return recordItems(field, field.record, path, sensitive);
    if (field.many) return items(field, path, sensitive).map(node);
    if (field.nillable && entries.flag('nil', path)) {
      entries.pass(path);
      return [node({ kind: 'nil' })];
    }
    if (field.record !== undefined) {
      const shown = entries.count(path) !== 0 && (entries.has(path) || !field.optional);
      if (!shown) return [];
      const children = entries.has(path) ? recordNodes(field.record, `${path}/`, sensitive) : [];
      return [node({ kind: 'record', children })];
    }
    const entry = entries.one(path);
    const content = entry === undefined ? undefined : simple(field, entry, sensitive);
    return content === undefined ? [] : [node(content)];
  }

  function recordItems(field: FieldDescription, record: string, path: string, sensitive: boolean): RequestNode[] {
    const count = entries.count(path);
    const nodes: RequestNode[] = [];
    for (let index = 0; count === undefined ? entries.has(`${path}/${index}`) : index < count; index++) {
      const item = `${path}/${index}`;
      if (entries.flag('omit', item)) entries.pass(item);
      else if (field.nillable && entries.flag('nil', item)) {
        entries.pass(item);
        nodes.push({ name: field.name, content: { kind: 'nil' } });
      } else {
        const children = recordNodes(record, `${item}/`, sensitive);
        nodes.push({ name: field.name, content: { kind: 'record', children } });
      }
    }
    return nodes;
  }

  /** One entry is a list of lines; of several, each is an item. */
  function items(field: FieldDescription, path: string, sensitive: boolean): Content[] {
    const found = entries.all(path);
    const [first] = found;
    const nilForBlank = field.nillable && entries.flag('nil', path);
    if (first === undefined) return [];
    if (found.length > 1 || first.fileName !== undefined) {
      return found.flatMap((entry) =>
        entry.fileName === undefined && entry.value.length === 0 ? [] : (simple(field, entry, sensitive) ?? []),
      );
    }
    return linesOf(textOf(first), maxItems).flatMap((line): Content[] => {
      if (line === '' && nilForBlank) return [{ kind: 'nil' }];
      return line === '' && !mayBeEmpty(field) ? [] : [{ kind: 'text', text: line, sensitive }];
    });
  }

  /** Undefined when nothing was entered, and nothing is no value of the type. */
  function simple(field: FieldDescription, entry: Entry, sensitive: boolean): Content | undefined {
    if (isBinary(field) && entry.fileName !== undefined) {
      if (entry.fileName === '' && (field.optional || field.many)) return undefined;
      return { kind: 'bytes', text: encodeBase64(entry.value), size: entry.value.length, sensitive };
    }
    const text = textOf(entry);
    return text === '' && !mayBeEmpty(field) ? undefined : { kind: 'text', text, sensitive };
  }

  function textOf(entry: Entry): string {
    return decodeText(entry.value, `The entry "${entry.name}"`).replace(/\r\n?/g, '\n');
  }
}

function linesOf(text: string, most: number): readonly string[] {
  if (text === '') return [];
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n', most + 1);
  if (lines.length > most)
    throw new FormError('limit', `A list of the form is too long: ${limitMessage('maxItems', most)}.`);
  return lines;
}
