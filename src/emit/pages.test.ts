import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../runtime/src/server/packed-text.ts';
import { contractFile, contractOf } from '../../test/support/generator/load-contracts.ts';
import { resolveService } from '../contract/model/index.ts';
import { printDescription, printPages } from './pages.ts';

const golden = fileURLToPath(new URL('../../test/golden/everything/contract.yaml', import.meta.url));
const service = resolveService(contractFile(golden));
const options = { source: 'contract.yaml', importExtension: 'ts' } as const;

describe('pages.ts', () => {
  it('omits defaults', () => {
    const text = [...printPages(service, options).pieces].join('');
    expect(text).toContain('optional: true');
    expect(text.match(/\b(?:\w+: false|doc: ''),/g)).toBeNull();
  });

  it('is generated one operation and one record at a time', () => {
    const description = [...printPages(service, options).pieces];
    const { operations, messages } = service;
    expect(description.length).toBeGreaterThan(operations.length + messages.length);
  });
});

describe('description.ts', () => {
  const greeter = (line: string): string =>
    `soapwright: 1\nservice: Greeter\nnamespace: urn:g/\naddress: http://localhost/\n${line}operations: { Greet: { result: G } }\nrecords: { G: { Text: string } }\n`;
  const text = (line: string): string =>
    [...printDescription(resolveService(contractOf(greeter(line))), [['<a/>']], options).pieces].join('');

  it('T7: contains the senderFaultStatus of the contract', () => {
    expect(text('senderFaultStatus: 500\n')).toContain('  senderFaultStatus: 500,\n');
    expect(text('')).not.toContain('senderFaultStatus');
    expect(() => text('senderFaultStatus: 409\n')).toThrow();
  });

  it('has the WSDL packed, split at the addresses', () => {
    const wsdl = [['<a>\n  `$', '{x}`\\\n', '</a>'], ['<b/>']];
    const printed = [...printDescription(service, wsdl, options).pieces].join('');
    const literal = /wsdl: (\{[\s\S]*\}),\n$/.exec(printed)?.[1];
    const parts = unpack(new Function(`return ${literal}`)()).split('\0');
    expect(parts).toEqual(wsdl.map((pieces) => pieces.join('')));
  });

  it('does not repeat the text of the WSDL', () => {
    const operations = Array.from(
      { length: 40 },
      (_, at) => `<operation name="Op${at}"><input/><output/></operation>\n`,
    );
    const printed = [...printDescription(service, [operations], options).pieces].join('');
    expect(printed.length).toBeLessThan(operations.join('').length / 2);
    expect(printed.match(/<input\/>/g)).toHaveLength(1);
  });
});
