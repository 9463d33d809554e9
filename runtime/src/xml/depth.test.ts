import { describe, expect, it } from 'vitest';
import { failure, opened } from '../../../test/support/runtime/xml-helpers.ts';
import { children, childrenOf, END, startTag, types, type XmlReader, type XmlWriter } from '../index.ts';
import { XmlBuilder } from './builder.ts';
import { MOST_DEPTH, withDefaults } from './limits.ts';

interface Node {
  child?: Node | undefined;
}

const item = startTag('', 'n');
const table = childrenOf({ namespace: '', local: 'Node' }, item);
const nodes = types({ namespace: '', local: 'Node' });

// As generated codecs do: a function for the hierarchy, one for the record, one for a group in it.
function readNode(reader: XmlReader): Node {
  return reader.type(nodes) === 0 ? readNodeItself(reader) : {};
}

function readNodeItself(reader: XmlReader): Node {
  reader.next(table);
  return readGroup(reader);
}

function readGroup(reader: XmlReader): Node {
  if (reader.current === END) return {};
  const child = readNode(reader);
  if (reader.next(table) !== END) throw reader.misplaced();
  return { child };
}

function writeNode(writer: XmlWriter, value: Node): void {
  writer.open(item);
  writer.content();
  if (value.child !== undefined) writeNode(writer, value.child);
  writer.close(item);
}

function nest(depth: number): Node {
  let node: Node = {};
  for (let level = 1; level < depth; level++) node = { child: node };
  return node;
}

function depthOf(node: Node): number {
  let depth = 1;
  for (let at = node; at.child !== undefined; at = at.child) depth++;
  return depth;
}

describe('nested elements', () => {
  const write = (value: Node): string => {
    const builder = new XmlBuilder();
    writeNode(builder, value);
    return builder.finish().text ?? '';
  };

  it('are read and written up to the limit, and not deeper', () => {
    const limits = withDefaults({ maxDepth: MOST_DEPTH });
    const xml = write(nest(MOST_DEPTH));
    expect(depthOf(readNode(opened(xml, { limits })))).toBe(MOST_DEPTH);
    expect(failure(() => write(nest(MOST_DEPTH + 1)))[0]).toBe('limit');
    expect(failure(() => readNode(opened(`<n>${xml}</n>`, { limits })))[0]).toBe('limit');
    expect(failure(() => readNode(opened(xml)))[0]).toBe('limit');
  });

  it('cannot have limits beyond the capacity of the stack', () => {
    expect(() => withDefaults({ maxDepth: MOST_DEPTH + 1 })).toThrow(RangeError);
    expect(() => withDefaults({ maxDepth: 1_000_000 })).toThrow('limits.maxDepth must be 256 at most');
  });

  it('leave the stack three times the depth of the limit', () => {
    const limits = { ...withDefaults(), maxDepth: Number.MAX_SAFE_INTEGER };
    const depth = 3 * MOST_DEPTH;
    const reader = opened('<n>'.repeat(depth) + '</n>'.repeat(depth), { limits });
    expect(depthOf(readNode(reader))).toBe(depth);
  });

  it('end in an error with a shortened path for a circular value', () => {
    const circle: Node = {};
    circle.child = circle;
    const [code, path] = failure(() => write(circle));
    expect(code).toBe('limit');
    expect(path).toMatch(/^(n\/){32}…(\/n){32}$/);
    expect(() => write(circle)).toThrow('is the value circular?');
  });

  it('need no stack if they are skipped or kept as text', () => {
    const depth = 200_000;
    const limits = { ...withDefaults({ maxElements: 2 * depth }), maxDepth: Number.MAX_SAFE_INTEGER };
    const xml = `<r>${'<n>'.repeat(depth)}${'</n>'.repeat(depth)}</r>`;
    const reader = opened(xml, { limits });
    expect(reader.child(children(item))).toBe(0);
    expect(reader.any().xml.length).toBe(xml.length - 7);
  });
});
