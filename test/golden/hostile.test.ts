import { anyElement } from '@soapwright/runtime';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { emit, emitHandlers } from '../../src/emit/index.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/** Whatever a contract's texts hold, what is generated has the same syntax tree as with harmless ones. */

/** Texts that messages hold, or the WSDL must say as they are. */
const exact = new Set('soapAction address role default fixed value deprecated since'.split(' '));

function contractWith(text: string, harmless: Contract): Contract {
  // In the model, since the loader rejects some of these texts, but an import may not.
  const hostile = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => hostile(item, key));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, name)]));
    }
    if (typeof value !== 'string') return value;
    if (exact.has(key) || key === 'reserved') return carriable(text);
    if (key === 'patterns') return patternOf(text);
    return key === 'doc' ? text : value;
  };
  return hostile(harmless, '') as Contract;
}

/** Texts in the WSDL exclude characters that XML cannot carry; the loader rejects those. */
function carriable(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

/** A regular expression of XML Schema for a text. */
function patternOf(text: string): string {
  return carriable(text).replace(/[\\|.\-^?*+{}()[\]]/g, '\\$&');
}

/** Kinds of the nodes of a file, in order, and its syntax errors. */
function shape(text: string): string[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, false);
  const kinds: string[] = [];
  const visit = (node: ts.Node): void => {
    kinds.push(ts.SyntaxKind[node.kind] ?? '');
    ts.forEachChild(node, visit);
  };
  visit(file);
  // Not in the types of TypeScript. `transpileModule` reports the same, and makes this file take several times as long.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  return [...kinds, `${parseDiagnostics.length} errors`];
}

/** What is said of a text in pages depends on it, a flag for line ends say; that is data in any case. */
function kindsOf(kinds: readonly string[]): readonly string[] {
  return [...new Set(kinds)].filter((kind) => !/^(?:True|False)Keyword$|NumericLiteral/.test(kind)).sort();
}

const harmless = contractOf(`
soapwright: 1
service: S
doc: words
namespace: urn:s/
soap: ["1.1"]
address: http://localhost/s
operations:
  $reserved: [words]
  A:
    doc: words
    deprecated: words
    since: words
    soapAction: words
    headers: [H]
    faults: [E]
    request:
      F: { type: string, doc: words }
      D: { type: string, optional: true, default: words, deprecated: words, since: words }
      $any any[]: { namespaces: other, doc: words }
    result: R
headers: { H: { type: T, role: words, doc: words } }
faults: { E: { type: string, doc: words } }
elements: { G: { type: string, fixed: words, doc: words } }
attributes: { a: { type: string, default: words, doc: words } }
groups: { C: { $doc: words, $order: choice, x: P, y: { type: int, doc: words } } }
types:
  T: { base: string, enum: { words: words }, doc: words, reserved: [others] }
  P: { base: string, pattern: words, doc: words }
records:
  R:
    $doc: words
    $deprecated: words
    $since: words
    $reserved: [words]
    $attributes: { $ref a: { optional: true }, b: { type: T, optional: true, fixed: words, doc: words } }
    G: { type: string, optional: true, doc: words }
    $group c: { group: C, doc: words }
    t: { type: { enum: [words], doc: words } }
    M: { record: { $doc: words, $mixed: true, z: string }, optional: true }
`);

/** Never empty: empty texts are omitted. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...['*/', '/*', '`', '${', '}', "'", '"', '\\', '\n', '\r', '\u2028', '\u2029', '//', '<', '>', '&', ']]>'],
        ...['{{', '}}', '{{{x}}}', '-->', '<!--', '<?', '@deprecated', '\u0000', '\uD800', ' x ', "');process.exit();('"],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
).map((text) => `w${text}`);

describe('hostile texts in a contract', () => {
  it('never change the structure of generated code', async () => {
    const options = { source: 'contract.yaml', importExtension: 'ts' } as const;
    const texts = async (contract: Contract): Promise<readonly (readonly [string, string])[]> => {
      const { handlers, index } = emitHandlers(contract, { importExtension: 'ts', server: './server.ts' });
      return [...(await emit(contract, options)), ...handlers, index].map(({ path, text }) => [path, text] as const);
    };
    const expected = new Map((await texts(harmless)).map(([path, text]) => [path, shape(text)]));
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        for (const [path, generated] of await texts(contractWith(text, harmless))) {
          if (/^(?:pages|description)\.ts$/.test(path)) expect(kindsOf(shape(generated))).toEqual(kindsOf(expected.get(path) ?? []));
          else if (path.endsWith('.ts')) expect(shape(generated), path).toEqual(expected.get(path));
        }
      }),
      { numRuns: 80 },
    );
  });

  it('reach the service unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const files = await emit(contractWith(text, harmless), { source: 'c.yaml', importExtension: 'ts' });
        const operations = files.find(({ path }) => path === 'client-operations.ts')?.text ?? '';
        const literal = /soapAction: ('.*'),/.exec(operations)?.[1];
        expect(new Function(`return ${literal}`)()).toBe(carriable(text));
      }),
      { numRuns: 60 },
    );
  });

  it('are unchanged in the WSDL, which is well-formed', async () => {
    const of = async (contract: Contract): Promise<string> => {
      const files = await emit(contract, { source: 'c.yaml', importExtension: 'ts' });
      return files.find(({ path }) => path.endsWith('.wsdl'))?.text ?? '';
    };
    const places = /<(wsdl|xs):documentation>([^<]*)<|(?:soapAction|default|fixed|location|value|deprecated|since)="([^"]*)"/g;
    const reported = (wsdl: string): readonly string[] =>
      [...wsdl.matchAll(places)].map(([, , text, value]) => unescaped(text ?? value ?? ''));
    const expected = reported(await of(harmless)).filter((one) => one === 'words').length;
    expect(expected).toBeGreaterThan(30);
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const wsdl = await of(contractWith(text, harmless));
        expect(anyElement(wsdl).local).toBe('definitions');
        const said = new Set(reported(wsdl));
        expect(said).toContain(carriable(text));
        const others = [...said].filter((one) => ![carriable(text), shown(text), patternOf(text)].includes(one));
        expect(others).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('hostile addresses of a contract', () => {
  const options = { source: 'contract.yaml', importExtension: 'ts' } as const;
  /** What the loader lets through: no white space, nor what no URI holds. */
  const hostileUri = fc
    .array(
      fc.constantFrom(
        ...["'", '*/', '/*', '$', '$$', '&', '&lt;', ';', '//', '--', ']]', '%0A', '%22', '(', ')', '=', '@', '!', '~', '.'],
        ...["');process.exit();('", '\u00E9', '\u{1F600}', 'constructor', '__proto__', 'a'],
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => `urn:${parts.join('')}`);

  const withUri = (uri: string): Contract => {
    const said = JSON.stringify(uri);
    const other = JSON.stringify(`${uri}other`);
    const soapAction = uri.replace(/[^!-~]/gu, '');
    return contractOf(`
soapwright: 1
service: S
namespace: ${said}
namespaces: { c: ${other} }
soap: ["1.1"]
address: ${JSON.stringify(`http://localhost/?${uri.replace(/^urn:/, '')}`)}
operations:
  A:
    soapAction: ${JSON.stringify(soapAction)}
    headers: [H]
    faults: [E]
    request: { F: "c:T", $any any?: { namespaces: [${other}] } }
    result: R
headers: { H: { type: string, role: ${said} } }
faults: { E: string }
types: { "c:T": { enum: [A, B] } }
records: { R: { x: "c:Q" }, "c:Q": { y: { type: anyURI, default: ${said} } } }
`);
  };

  it('become literals and attribute values, and nothing else', async () => {
    const texts = async (uri: string) => {
      const files = await emit(withUri(uri), options);
      return files.map(({ path, text }) => [path, text] as const);
    };
    const expected = new Map((await texts('urn:a')).map(([path, text]) => [path, shape(text)]));
    await fc.assert(
      fc.asyncProperty(hostileUri, async (uri) => {
        for (const [path, text] of await texts(uri)) {
          if (path === 'codec.ts') {
            const literal = /^const namespace = ('.*');$/m.exec(text)?.[1];
            expect(new Function(`return ${literal}`)()).toBe(uri);
          }
          if (/^(?:pages|description)\.ts$/.test(path)) expect(kindsOf(shape(text))).toEqual(kindsOf(expected.get(path) ?? []));
          else if (path.endsWith('.ts')) expect(shape(text), path).toEqual(expected.get(path));
          else {
            expect(anyElement(text).local).toBe('definitions');
            const target = /<wsdl:definitions [^>]*targetNamespace="([^"]*)"/.exec(text)?.[1] ?? '';
            expect(unescaped(target)).toBe(uri);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** In documentation a line ends in LF. */
function shown(text: string): string {
  return carriable(text.replace(/\r\n?/g, '\n'));
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(?:#x([0-9A-Fa-f]+)|#(\d+)|(\w+));/g, (_, hex, decimal, name) =>
    name === undefined ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)) : (named[name] ?? ''),
  );
}
