import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../test/support/generator/shop-contract.ts';
import { serviceFor } from '../emit/index.ts';
import { makeSamples } from '../messages/index.ts';
import { compareContracts } from '../rules/index.ts';
import { type ReferenceFormat, referenceFiles } from './index.ts';

/** The files of a contract's reference, by their paths. @param since the text of an older version. */
function referenceOf(text: string, format: ReferenceFormat = 'html', since?: string): ReadonlyMap<string, string> {
  const contract = contractOf(text);
  const service = serviceFor(contract, 'standard');
  const samples = new Map(
    service.operations.map((operation) => [operation.identifier, makeSamples(contract, service, [operation])]),
  );
  const before = since === undefined ? undefined : contractOf(since);
  const changes = before && {
    since: 'v1',
    before: serviceFor(before, 'standard'),
    findings: compareContracts(before, contract).findings,
    verdicts: [['On the wire', 'old clients can fail']] as const,
  };
  return new Map([...referenceFiles({ service, samples, changes }, format)].map(({ path, text }) => [path, text]));
}

/** A service with one operation that takes a record. @param rest of the contract. */
function boxes(rest: string, doc = 'Puts it.'): string {
  return `
soapwright: 1
service: Boxes
namespace: urn:boxes/
address: http://localhost/boxes
operations:
  Put: { doc: ${JSON.stringify(doc)}, request: { Box: Box }, response: { Count: int } }
records:
${rest}`;
}

const pagesOf = (files: ReadonlyMap<string, string>, extension = 'html'): (readonly [string, string])[] =>
  [...files].filter(([path]) => path.endsWith(`.${extension}`));

/** Addresses on a page that lead to a file or an anchor which does not exist. */
function deadLinks(files: ReadonlyMap<string, string>): readonly string[] {
  return pagesOf(files).flatMap(([path, text]) =>
    [...text.matchAll(/(?:href|src)="([^"]+)"/g)]
      .map(([, address = '']) => address)
      .filter((address) => {
        const [file = '', anchor] = address.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        const found = files.get(target);
        return found === undefined || (anchor !== undefined && !found.includes(` id="${anchor}"`));
      })
      .map((address) => `${path}: ${address}`),
  );
}

const long = 'It says what it says. '.repeat(20);
const wide = Array.from({ length: 500 }, (_, index) => `    Field${index}: { type: string, doc: "${long}" }`).join(
  '\n',
);

describe('referenceFiles', () => {
  it('has a page for the service, each operation and each type, and lists of them', () => {
    const files = referenceOf(shopContract);
    const pages = pagesOf(files).map(([path]) => path);
    expect(pages).toEqual(expect.arrayContaining(['index.html', 'operations.html', 'types.html', 'a-z.html']));
    expect(pages).toContain('operations/Find.html');
    expect(files.get('operations/Find.html')).toMatch(/<tr id="request-Number"><th scope="row"><code>Number<\/code>/);
    expect(files.get('operations/Find.html')).toContain('<h2 id="samples-1.2">Samples in SOAP 1.2</h2>');
    expect(files.get('operations/Find.html')).toContain('http://www.w3.org/2003/05/soap-envelope');
    expect([...files.keys()].filter((path) => !path.endsWith('.html'))).toEqual([
      'style.css',
      'search.js',
      'search-index.js',
    ]);
  });

  it.each([
    ['a shop', shopContract],
    ['wide records', boxes(`  Box:\n${wide}`)],
    [
      'recursion, hierarchies and choices',
      boxes(
        '  Box: { In: "Box[]", Shape: Shape, $choice how: { A: int, B: Shape } }\n  Shape: { $abstract: true, Name: string? }\n  Circle: { $extends: Shape, Radius: decimal }',
      ),
    ],
  ])('links only to what exists, on pages of at most 30,000 bytes: %s', (_, text) => {
    const files = referenceOf(text);
    expect(deadLinks(files)).toEqual([]);
    for (const format of ['html', 'markdown'] as const) {
      const pages = pagesOf(referenceOf(text, format), format === 'html' ? 'html' : 'md');
      expect(pages.length).toBeGreaterThan(4);
      expect(pages.filter(([, page]) => Buffer.byteLength(page) > 30_000).map(([path]) => path)).toEqual([]);
    }
  });

  it('is the same each time', () => {
    expect(referenceOf(shopContract)).toEqual(referenceOf(shopContract));
  });

  it('splits a wide record, with each field once', () => {
    const files = referenceOf(boxes(`  Box:\n${wide}`));
    const parts = pagesOf(files).filter(([path]) => path.startsWith('types/Box'));
    expect(parts.length).toBeGreaterThan(5);
    const ids = parts.flatMap(([, text]) => [...text.matchAll(/<tr id="([^"]+)"/g)].map(([, id]) => id));
    expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => `field-Field${index}`));
    expect(parts[1]?.[0]).toBe('types/Box.2.html');
    expect(files.get('samples/Put-request-1.1.xml')).toContain('<Field499>');
  });

  it('gives names that differ in case only files that differ in more', () => {
    const files = referenceOf(boxes('  Box: { A: BOX }\n  BOX: { B: string }'));
    const names = pagesOf(files).map(([path]) => path.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['types/box.html', 'types/box-2.html']));
  });

  it('shows occurrence, facets, values, defaults and what a type is used by', () => {
    const record = '  Box: { Code: Code, State: { type: State, default: open }, Sizes: "int[]", Note: string? }';
    const types =
      'types:\n  Code: { base: string, pattern: "[A-Z]{2}", maxLength: 2 }\n  State: { enum: [open, shut] }';
    const files = referenceOf(`${boxes(record)}\n${types}`);
    const box = files.get('types/Box.html') ?? '';
    const row = (name: string): string => box.match(new RegExp(`<tr id="field-${name}">.*`))?.[0] ?? '';
    expect(row('Code')).toContain('At most 2 characters, pattern <code>[A-Z]{2}</code>.');
    expect(row('State')).toContain('Default: <code>open</code>.');
    expect(row('Sizes')).toContain('<td>list of <code>int</code></td><td>any number of times</td>');
    expect(row('Note')).toContain('<td>optional</td>');
    expect(box).toContain('In messages of 1 operation: <a href="../operations/Put.html">Put</a>.');
    expect(files.get('types/State.html')).toContain('<th scope="row"><code>shut</code></th>');
    expect(files.get('types/Code.html')).toContain(
      '<a href="../types/Box.html">Box</a></th><td>type</td><td><code>Code</code>',
    );
  });

  it('shows header blocks, faults, credentials, life cycle and one-way operations', () => {
    const files = referenceOf(`
soapwright: 1
service: Desk
doc: "Takes tickets.\\n\\nKeeps \`Number\`."
namespace: urn:desk/
address: http://localhost/desk
security: [{ usernameToken: text, timestamp: true }, { httpAuthentication: basic }]
operations:
  Open:
    doc: Opens a ticket. Returns its number.
    group: Tickets
    since: "2.1"
    request: { Title: string }
    response: { Number: int }
    headers: [Session]
    faults: [Refused]
  Close: { deprecated: "Use Open.", request: { Number: int }, oneWay: true }
headers: { Session: { type: string, doc: The session., mustUnderstand: true } }
faults: { Refused: { record: { Reason: string }, doc: Not taken. } }
`);
    const open = files.get('operations/Open.html') ?? '';
    expect(open).toContain('<dd>a UsernameToken with a password and a Timestamp; or HTTP Basic</dd>');
    expect(open).toMatch(
      /<code>Session<\/code><\/th><td><code>string<\/code><\/td><td>required<\/td>.*mustUnderstand.*The session\./,
    );
    expect(open).toMatch(
      /<code>Refused<\/code><\/th><td><a href="\.\.\/types\/Refused\.html">Refused<\/a><\/td><td>Not taken\./,
    );
    expect(open).toContain('<dt>Since</dt><dd>2.1</dd>');
    expect(files.get('operations/Close.html')).toContain('<span class="badge">deprecated</span> Use Open.');
    expect(files.get('operations/Close.html')).toContain('One-way');
    const index = files.get('index.html') ?? '';
    expect(index).toContain('<p class="lead">Keeps <code>Number</code>.</p>');
    expect(index).toMatch(/<caption>Tickets<\/caption>[\s\S]*Opens a ticket\.<\/td>/);
    expect(index).toContain('<span class="badge">deprecated</span>');
  });

  it('shows what changed since an older version, at its place and on a page', () => {
    const before = boxes('  Box: { Size: string }');
    const now = boxes('  Box: { Size: int, Lid: Lid? }\n  Lid: { Colour: string }');
    const files = referenceOf(now, 'html', before);
    expect(files.get('changes.html')).toMatch(/<a href="types\/Box\.html">records\/<?.*Box.*FIELD_COMPATIBLE_TYPE/);
    expect(files.get('changes.html')).toContain('<a href="types/Lid.html">Lid</a> type');
    expect(files.get('types/Box.html')).toMatch(
      /<p class="note"><span class="badge">since v1<\/span> The field &quot;Size&quot;/,
    );
    expect(files.get('types/Lid.html')).toContain('since v1</span> New.');
    expect(deadLinks(files)).toEqual([]);
    expect(referenceOf(now).has('changes.html')).toBe(false);
  });
});

describe('texts of a contract', () => {
  const hostile = `</p><script>alert(1)</script><img src=x onerror="alert(1)">'"&amp; \u202e](javascript:alert(1)) \`<b>\` | <!--`;
  const quoted = JSON.stringify(hostile);
  const text = `${boxes(`  Box: { $doc: ${quoted}, State: { type: State, doc: ${quoted} } }`, hostile)}
types:
  State: { enum: [${quoted}, plain], doc: ${quoted} }
`;
  /** Tags that pages have, with attributes whose values are in double quotes. */
  const tag = /<(\/?)(!doctype html|[a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/g;

  it('never become markup in HTML', () => {
    const files = referenceOf(text);
    for (const [path, page] of pagesOf(files)) {
      const tags = [...page.matchAll(tag)];
      expect(page.replace(tag, ''), path).not.toMatch(/[<>]/);
      expect(tags.filter(([, close, name]) => close === '' && name === 'script')).toHaveLength(1);
      expect(tags.filter(([, , name = '']) => /^(?:img|b|iframe|object|style|form)$/.test(name))).toEqual([]);
      expect(tags.filter(([, , , attributes = '']) => /\son\w+=|javascript:/.test(attributes))).toEqual([]);
      expect(page).not.toContain('\u202e');
    }
    expect(files.get('index.html')).toContain('&lt;/p&gt;&lt;script&gt;');
    expect(files.get('search-index.js')).not.toContain('<');
  });

  it('never become markup in Markdown', () => {
    for (const [path, page] of pagesOf(referenceOf(text, 'markdown'), 'md')) {
      const plain = page
        .replaceAll(/^(`{3,})xml\n[\s\S]*?\n\1$/gm, '')
        .replaceAll(/<\/?code>|<a id="[\w.-]+"><\/a>/g, '');
      expect(plain, path).not.toMatch(/<|(?<!\\)\]\(javascript/);
    }
  });
});
