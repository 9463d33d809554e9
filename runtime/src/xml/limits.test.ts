import { describe, expect, it } from 'vitest';
import { XmlBytesReader } from './bytes-reader.ts';
import { children } from './codec-tables.ts';
import { XmlError } from './error.ts';
import { defaultLimits, type Limits, withDefaults } from './limits.ts';
import { tag } from './tag.ts';

function skip(xml: string, limits: Partial<Limits> = {}): void {
  const reader = new XmlBytesReader(new TextEncoder().encode(xml), { limits: withDefaults(limits) });
  reader.openRoot();
  reader.skip();
  reader.finish();
}

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof XmlError && error.code === 'limit') return error.message;
    throw error;
  }
  return 'no limit was reached';
}

const nest = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const attributes = (count: number): string => `<a ${Array.from({ length: count }, (_, n) => `b${n}=""`).join(' ')}/>`;
const declarations = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, n) => `xmlns:b${n}="u"`).join(' ')}/>`;
const repeat = (count: number): string => `<a>${'<b/>'.repeat(count - 1)}</a>`;
const longName = (bytes: number): string => `<${'n'.repeat(bytes)}/>`;
const longValue = (bytes: number): string => `<a b="${'v'.repeat(bytes)}"/>`;

describe('limits', () => {
  it.each<[keyof Limits, (size: number) => string]>([
    ['maxDepth', nest],
    ['maxAttributes', attributes],
    ['maxAttributes', declarations],
    ['maxElements', repeat],
    ['maxNameBytes', longName],
    ['maxNameBytes', (size) => `<a ${'n'.repeat(size)}=""/>`],
    ['maxNameBytes', (size) => `<a><?${'n'.repeat(size)}?></a>`],
    ['maxAttributeValueBytes', longValue],
    ['maxAttributeValueBytes', (size) => `<a xmlns="${'v'.repeat(size)}"/>`],
  ])('%s accepts its value and not one more, and the error says how to raise it', (name, document) => {
    const value = defaultLimits[name];
    expect(() => skip(document(value))).not.toThrow();
    expect(messageOf(() => skip(document(value + 1)))).toBe(
      `limit ${name} (${value}) reached; raise it with limits.${name}`,
    );
    expect(messageOf(() => skip(document(6), { [name]: 5 }))).toBe(
      `limit ${name} (5) reached; raise it with limits.${name}`,
    );
    expect(() => skip(document(value + 1), { [name]: value + 1 })).not.toThrow();
  });

  it('maxItems accepts its value and not one more', () => {
    const reader = new XmlBytesReader(new TextEncoder().encode(repeat(5)), { limits: withDefaults({ maxItems: 3 }) });
    reader.openRoot();
    const table = children(tag('', 'b'));
    for (let count = 0; count < 3; count++) {
      reader.child(table);
      reader.item(count);
      reader.skip();
    }
    reader.child(table);
    expect(messageOf(() => reader.item(3))).toBe('limit maxItems (3) reached; raise it with limits.maxItems');
  });

  it('has the defaults of the rules', () => {
    expect(defaultLimits).toEqual({
      maxBodyBytes: 67_108_864,
      maxStreamBytes: 2_147_483_648,
      maxSpoolBytes: 10_737_418_240,
      maxDepth: 64,
      maxAttributes: 1_000,
      maxNameBytes: 65_536,
      maxAttributeValueBytes: 65_536,
      maxElements: 100_000,
      maxItems: 10_000,
    });
    expect(withDefaults({ maxDepth: undefined })).toEqual(defaultLimits);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %s as a limit', (value) => {
    expect(() => withDefaults({ maxDepth: value })).toThrow('limits.maxDepth must be a positive integer');
  });

  it('keeps paths short when it is exceeded', () => {
    const long = 'n'.repeat(10_000);
    try {
      skip(`<${long}>`.repeat(65));
      expect.unreachable();
    } catch (error) {
      expect((error as XmlError).path.length).toBeLessThan(10_000);
    }
  });
});

/** Counts how often bytes are read, which is what time follows. */
function readsOf(xml: string): number {
  let reads = 0;
  const bytes = new TextEncoder().encode(xml);
  const counted = new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && key.charCodeAt(0) < 0x3a) {
        reads++;
        return target[Number(key)];
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const reader = new CountedReader(counted, bytes);
  reader.openRoot();
  reader.skip();
  reader.finish();
  return reads;
}

/** Native routines do not accept a Proxy, so that it replaces the bytes after the constructor. */
class CountedReader extends XmlBytesReader {
  constructor(counted: Uint8Array, bytes: Uint8Array) {
    super(bytes);
    const slice = (start: number, end: number): string => new TextDecoder().decode(counted.slice(start, end));
    Object.defineProperties(this.lexer, { data: { value: counted }, slice: { value: slice } });
  }
}

describe('linear work', () => {
  const flood: readonly [string, (size: number) => string][] = [
    ['elements', (size) => `<a>${'<b/>'.repeat(size)}</a>`],
    ['prefixed elements', (size) => `<p:a xmlns:p="u">${'<p:b/>'.repeat(size)}</p:a>`],
    ['attributes', (size) => `<a>${attributes(900).repeat(size / 900)}</a>`],
    [
      'uses of the oldest of many namespaces',
      (size) =>
        `<a ${Array.from({ length: size / 10 }, (_, n) => `xmlns:p${n}="u${size}"`).join(' ')}>${'<p0:b/>'.repeat(size)}</a>`,
    ],
    ['declarations in siblings', (size) => `<a>${'<b xmlns:p="u" xmlns="v"/>'.repeat(size)}</a>`],
    ['text', (size) => `<a>${'x'.repeat(size * 10)}</a>`],
    ['references', (size) => `<a>${'&amp;'.repeat(size)}</a>`],
    ['brackets', (size) => `<a>${']'.repeat(size * 10)}</a>`],
    ['comments', (size) => `<a>${'<!-- -->'.repeat(size)}</a>`],
    ['CDATA sections', (size) => `<a>${'<![CDATA[]]>'.repeat(size)}</a>`],
    ['instructions', (size) => `<a>${'<?p ??>'.repeat(size)}</a>`],
    ['digits of a reference', (size) => `<a>&#${'0'.repeat(size * 10)}65;</a>`],
  ];
  it.each(flood)('twice the %s takes twice the reads', (_what, document) => {
    const size = 1800;
    expect(readsOf(document(2 * size)) / readsOf(document(size))).toBeLessThan(2.1);
  });
});

describe('flat memory', () => {
  const pieces = 4_000_000;
  /** How much the heap grows, in MiB, while the values are kept. */
  function growth(xml: string, read: (reader: XmlBytesReader) => unknown): number {
    const reader = new XmlBytesReader(new TextEncoder().encode(xml));
    const before = process.memoryUsage().heapUsed;
    const kept = [reader.openRoot(), read(reader)];
    const after = process.memoryUsage().heapUsed;
    expect(kept).toHaveLength(2);
    return (after - before) / 2 ** 20;
  }

  // A node for each piece would be 120 MiB and more.
  it.each([
    ['carriage returns', `<a>${'\r'.repeat(pieces)}</a>`],
    ['carriage returns in a CDATA section', `<a><![CDATA[${'\r'.repeat(pieces)}]]></a>`],
    ['references', `<a>${'&lt;'.repeat(pieces)}</a>`],
  ])('a text of %s takes little more than its length', (_what, xml) => {
    expect(growth(xml, (reader) => reader.text())).toBeLessThan(64);
  });

  it('so do namespace names with line ends', () => {
    const declarations = Array.from({ length: 900 }, (_, n) => `xmlns:p${n}="${'\n'.repeat(pieces / 900)}"`);
    expect(growth(`<a ${declarations.join(' ')}><b/></a>`, (reader) => reader.openChild())).toBeLessThan(64);
  });
});
