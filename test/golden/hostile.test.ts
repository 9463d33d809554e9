import fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { emit, emitHandlers } from '../../src/emit/index.ts';
import { contractOf } from '../../src/schema/testing.ts';

/** Whatever a contract's texts hold, what is generated has the same syntax tree as with harmless ones. */

function contractWith(text: string, harmless: Contract): Contract {
  // In the model, since the loader would refuse some of these texts, and an import may not.
  const hostile = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => hostile(item, key));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, name)]));
    }
    if (typeof value !== 'string') return value;
    if (key === 'soapAction' || key === 'address') return carriable(text);
    return key === 'doc' || key === 'deprecated' ? text : value;
  };
  return hostile(harmless, '') as Contract;
}

/** What the WSDL must say of a message cannot hold what XML cannot carry; the loader refuses it there. */
function carriable(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
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
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  return [...kinds, `${parseDiagnostics.length} errors`];
}

const harmless = contractOf(`
soapwright: 1
service: S
doc: words
namespace: urn:s/
address: http://localhost/s
soap: ["1.1"]
operations:
  A:
    doc: words
    soapAction: words
    request:
      F: { type: string, doc: words }
    result: R
records:
  R: { $doc: words, G: { type: string, optional: true, doc: words } }
`);

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
);

describe('hostile texts in a contract', () => {
  it('never change the shape of what is generated', async () => {
    const options = { source: 'contract.yaml', importExtension: 'ts' } as const;
    const texts = async (contract: Contract): Promise<readonly (readonly [string, string])[]> => {
      const { handlers, index } = emitHandlers(contract, { importExtension: 'ts', server: './server.ts' });
      return [...(await emit(contract, options)), ...handlers, index].map(({ path, text }) => [path, text] as const);
    };
    const expected = new Map((await texts(harmless)).map(([path, text]) => [path, shape(text)]));
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        for (const [path, generated] of await texts(contractWith(text, harmless))) {
          if (path.endsWith('.ts')) expect(shape(generated), path).toEqual(expected.get(path));
        }
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('reach the service as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const files = await emit(contractWith(text, harmless), { source: 'c.yaml', importExtension: 'ts' });
        const binding = files.find(({ path }) => path === 'binding.ts')?.text ?? '';
        const literal = /soapAction: ('.*'),/.exec(binding)?.[1];
        expect(new Function(`return ${literal}`)()).toBe(carriable(text));
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});
