import { describe, expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { contractOfWsdl } from '../../test/support/generator/wsdl-contract.ts';
import { loadContract } from '../contract/index.ts';
import { checkedImport } from '../project/generate/checked-import.ts';
import { emit } from './index.ts';
import { wsdlText } from './wsdl.ts';

const head = 'soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n';
const yaml = `${head}operations:
  Put:
    request:
      Photo: { type: base64Binary, contentType: "image/*, image/png; q=0.8, image/jpeg" }
      Scan: { type: base64Binary, stream: true, contentType: application/pdf }
      Other: { type: base64Binary, contentType: "image/*" }
    result: { type: base64Binary, as: Thumb, contentType: image/gif }
  Show:
    style: bare
    request: { type: base64Binary, stream: true, contentType: image/png, as: Shown }
    result: { type: int, as: Size }
`;

async function codecOf(contract: ReturnType<typeof contractOf>): Promise<string> {
  const files = await emit(contract, { source: 'a', importExtension: 'ts' });
  return files.find(({ path }) => path === 'codec.ts')?.text ?? '';
}

describe('contentType of a field', () => {
  it('is xmime:expectedContentTypes in the WSDL, and comes back from it', async () => {
    const contract = contractOf(yaml);
    const wsdl = wsdlText(contract, { source: 'a' });
    expect(wsdl).toMatch(/="http:\/\/www\.w3\.org\/2005\/05\/xmlmime"/);
    expect(wsdl.match(/:expectedContentTypes="[^"]*"/g)).toHaveLength(5);
    const read = contractOfWsdl(wsdl);
    expect(await codecOf(read)).toBe(await codecOf(contract));
    const { imported, diagnostics } = checkedImport(read, 'a.wsdl');
    expect(diagnostics).toEqual([]);
    const [{ text }] = imported.files;
    expect(text).toContain('Scan: { type: base64Binary, stream: true, contentType: application/pdf }');
    expect(text).not.toContain('foreign');
    const linesOf = (one: string): readonly string[] => one.split('\n').sort();
    expect(linesOf(wsdlText(contractOf(text), { source: 'a' }))).toEqual(linesOf(wsdl));
  });

  it('is the type of values without one: the first that has no wildcard', async () => {
    const codec = await codecOf(contractOf(yaml));
    const types = [...codec.matchAll(/withContentType\([\w.]+, '([^']*)'\)/g)].map(([, type]) => type);
    expect(types.sort()).toEqual(['application/pdf', 'image/gif', 'image/png', 'image/png']);
  });

  it.each([
    ['{ type: string, contentType: image/png }', 'has the type string'],
    ['{ type: base64Binary, contentType: png }', 'the content type "png"'],
    ['{ type: base64Binary, contentType: "image/png;" }', 'the content type "image/png;"'],
  ])('is refused: %s', (field, reason) => {
    const text = `${head}operations: { Put: { request: { A: ${field} }, response: { B: int } } }\n`;
    const { diagnostics } = loadContract({ file: 'a', text });
    expect(diagnostics).toMatchObject([{ code: 'SW1386', message: expect.stringContaining(reason) }]);
  });
});
