import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { resolveService } from '../../src/contract/model/index.ts';
import { descriptionText } from '../../src/emit/emit.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

// The data that generated pages are created with.
vi.mock('@soapwright/runtime/pages', () => ({ createPages: (description: unknown) => description }));

const folder = new GeneratedFolder('large-pages');
afterAll(() => folder.remove());

interface PagesModule {
  readonly pages: Readonly<Record<string, unknown>>;
}

/** Operations that follow the usual names or do not, and fields that records share or have alone. */
const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:pages/
address: http://localhost/s
doc: "Its 'doc'"
operations:
  First: { request: { Key: string, Order: Order? }, result: Order, doc: Orders. }
  Announced: { request: { Key: string }, result: Order, soapAction: urn:other, deprecated: Use First. }
  Bare: { style: bare, request: { type: Order, as: FindQuery }, result: { type: Line, as: Found } }
  OneWay: { request: { Key: string }, oneWay: true }
${Array.from({ length: 100 }, (_, index) => `  Other${index}: { request: { Key: string }, result: { type: int, as: r } }`).join('\n')}
types: { Colour: { enum: [red, green] } }
records:
  Order: { Key: string, Colour: Colour?, Lines: { type: Line, many: true }, Data: { type: base64Binary, stream: true } }
  Line: { Key: { type: int, doc: "It's a number." }, Next: Line?, "__proto__": string?, Re-mark: string?, Re_mark: string? }
  Note: { Key: { type: int, doc: "It's a number." }, "__proto__": string?, Re-mark: string?, Re_mark: string? }
  Notes: { Notes: { type: Note, many: true }, Colour: Colour? }
`);

describe('pages.ts of a contract with many operations', () => {
  it('has the data that is printed in full for a small one', async () => {
    const { folder: generated } = await folder.write(contract);
    const { pages } = (await import(pathToFileURL(join(generated, 'pages.ts')).href)) as PagesModule;
    const { calls, ...data } = pages;
    const full = new Function(`return ${descriptionText(contract, resolveService(contract))}`)();
    expect({ ...data, wsdl: full.wsdl }).toEqual(full);
    expect(calls).toMatchObject({ client: 'SClient' });
  });

  it('says once what records and operations have in common', async () => {
    const { folder: generated } = await folder.write(contract);
    const text = readFileSync(join(generated, 'pages.ts'), 'utf8');
    expect(text.match(/name: 'Key', type: 'int'/g)).toHaveLength(1);
    expect(text).toContain("    operation('Other7'),\n");
    expect(text).toContain("    operation('Announced', { soapAction: 'urn:other', deprecated: 'Use First.' }),\n");
    expect(text).toMatch(/^ {4}Note: \[fields\.Key2, fields\.__proto__2, fields\.Re_mark, fields\.Re_mark2\],$/m);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
  });
});
