import { type CollectionTag, Document, type Node, Pair, Scalar, type ScalarTag, YAMLMap, YAMLSeq } from 'yaml';
import { isList, isMap, type YamlEntry, type YamlList, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** The longest line of a map or a list on one line, and of a text beside its key. */
const longestLine = 140;

/** Where the lines of a longer text are broken. */
const textWidth = 120;

/** The text of a YAML document. @param comment the first line. */
export function yamlText(map: YamlMap, comment?: string): string {
  const document = new Document(undefined, { customTags: (tags) => tags.map(narrowTexts) });
  document.contents = nodeOf(map, 0, 0) as never;
  if (comment !== undefined) document.commentBefore = comment;
  return document.toString({ lineWidth: 0 }).replace(/^(#.*\n)\n/, '$1');
}

/** Folds block texts at their own width: no other lines are broken. */
function narrowTexts<Tag extends ScalarTag | CollectionTag | string>(tag: Tag): Tag {
  if (typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:str') return tag;
  const { stringify } = tag as ScalarTag;
  const narrow: ScalarTag['stringify'] = (item, context, ...callbacks) => {
    const lineWidth = item.type === Scalar.BLOCK_FOLDED ? textWidth : 0;
    return stringify?.(item, { ...context, options: { ...context.options, lineWidth } }, ...callbacks) ?? '';
  };
  return { ...tag, stringify: narrow };
}

/** @param indent of the line; @param column where the value begins on it. */
function nodeOf(value: YamlValue, indent: number, column: number): Node {
  if (isMap(value)) return nodeOfMap(value, indent, column);
  if (isList(value)) return nodeOfList(value, indent, column);
  const scalar = new Scalar(value);
  if (typeof value !== 'string') return scalar;
  if (value.includes('\n')) scalar.type = Scalar.BLOCK_LITERAL;
  else if (column + value.length > textWidth && value.includes(' ')) scalar.type = Scalar.BLOCK_FOLDED;
  return scalar;
}

function nodeOfMap(map: YamlMap, indent: number, column: number): Node {
  const isShort = map.layout === 'short' && column + lengthOf(map) <= longestLine;
  const node = isShort ? new ShortMap() : new YAMLMap();
  for (const [index, { key, value, comment }] of map.entries.entries()) {
    const name = new Scalar(key);
    name.spaceBefore = index > 0 && isApart(map, index);
    if (comment !== undefined) name.commentBefore = comment.replace(/^/gm, ' ');
    const start = indent + key.length + 2;
    node.add(new Pair(name, isShort ? shortNode(value) : nodeOf(value, indent + 2, start)));
  }
  if (map.entries.length === 0) node.flow = true;
  return node;
}

/** Whether a blank line is before an entry. */
function isApart({ layout, entries }: YamlMap, index: number): boolean {
  const around = entries.slice(index - 1, index + 1);
  if (layout === 'sections') return around.some(({ value }) => isMap(value) && value.layout === 'spaced');
  return layout === 'spaced' && around.some(isTall);
}

/** Whether an entry has several lines. */
function isTall({ value, comment }: YamlEntry): boolean {
  return comment !== undefined || (isMap(value) && value.layout !== 'short' && value.entries.length > 0);
}

function nodeOfList(list: YamlList, indent: number, column: number): Node {
  if (column + lengthOf(list) <= longestLine) return shortNode(list);
  const node = new YAMLSeq();
  for (const item of list) node.add(nodeOf(item, indent + 2, indent + 2));
  return node;
}

/** On one line. */
function shortNode(value: YamlValue): Node {
  if (isMap(value)) {
    const node = new ShortMap();
    for (const { key, value: item } of value.entries) node.add(new Pair(new Scalar(key), shortNode(item)));
    return node;
  }
  if (!isList(value)) return new Scalar(value);
  const node = new ShortList();
  for (const item of value) node.add(shortNode(item));
  return node;
}

/** `{ a: b }` */
class ShortMap extends YAMLMap {
  override flow = true;

  override toString(context?: StringifyContext, ...callbacks: Callbacks): string {
    return super.toString(context && { ...context, flowCollectionPadding: ' ' }, ...callbacks);
  }
}

/** `[a, b]` */
class ShortList extends YAMLSeq {
  override flow = true;

  override toString(context?: StringifyContext, ...callbacks: Callbacks): string {
    return super.toString(context && { ...context, flowCollectionPadding: '' }, ...callbacks);
  }
}

/** Not exported by the package. */
type StringifyContext = NonNullable<Parameters<YAMLMap['toString']>[0]>;
type Callbacks = [onComment?: () => void, onChompKeep?: () => void];

/** How long a value is on one line; infinite for what needs several. */
function lengthOf(value: YamlValue): number {
  if (isMap(value)) {
    if (value.layout !== 'short') return Number.POSITIVE_INFINITY;
    const lengths = value.entries.map((entry) =>
      entry.comment === undefined ? textLength(entry.key) + 4 + lengthOf(entry.value) : Number.POSITIVE_INFINITY,
    );
    return 2 + sum(lengths);
  }
  if (isList(value)) return 2 + sum(value.map((item) => lengthOf(item) + 2));
  return typeof value === 'string' ? textLength(value) : String(value).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** With the quotes that it needs between braces. */
function textLength(text: string): number {
  if (text.includes('\n')) return Number.POSITIVE_INFINITY;
  return needsQuotes(text) ? text.length + 2 : text.length;
}

/** Whether a text between braces needs quotes. */
function needsQuotes(text: string): boolean {
  return /^[\s!"#%&'*,:>?@`|-]|[,[\]{}]|:(?:\s|$)|\s#|\s$|^$|^(?:true|false|null|~|[-+.\d][\d.eE+-]*)$/i.test(text);
}
