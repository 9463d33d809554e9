import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { contractOf as largeContract } from '../../bench/contract.js';
import { GeneratedFolder } from '../generate-here.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import budgets from './bundle-budgets.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const generated = '/generated/remote-file-service/';
/** A contract with declared faults and header blocks. */
const everything = `${root}test/golden/everything/expected/`;

/** Without the modules of the runtime, which are first. */
const generatedCode = ({ code }: Bundle): string => code.slice(code.indexOf('// test/golden/'));

/** Names of the readers and writers of generated code in a bundle. */
function codecs({ code }: Bundle, kind: 'read' | 'write'): readonly string[] {
  const names = [...code.matchAll(new RegExp(`function ${kind}(\\w+(?:Request|Response|Result|SSOLoginURL))\\(`, 'g'))];
  return names.map(([, name = '']) => name).sort();
}

const operations = [
  'AccountCreateFreeFromPromotion',
  'AdminCreateFolder',
  'AppendChunkWithFolderAccessKey',
  'ExternalOAuthAccountLogin',
  'GetAPIURL',
  'GetClientID',
  'SAMLAccountLogin',
  'SSOLoginURL',
  'SSOLoginWebURL',
];
const messages = (kind: 'Request' | 'Response') => operations.map((name) => `${name}${kind}`);

describe('a bundle', () => {
  it('of the generated client holds writers of requests and readers of responses, and no other codec', async () => {
    const client = await bundle(`export * from '${root}${generated.slice(1)}client.ts';`, 'browser');
    expect(codecs(client, 'write')).toEqual(expect.arrayContaining(messages('Request')));
    expect(codecs(client, 'read')).toEqual(expect.arrayContaining(messages('Response')));
    expect(codecs(client, 'write').filter((name) => /Response|Result/.test(name))).toEqual([]);
    expect(codecs(client, 'read').filter((name) => name.endsWith('Request'))).toEqual([]);
    expect(
      client.modules.filter((id) => /\/(server|pages)[/.-]|\/(intake|streaming|spool)\/|streamed-response/.test(id)),
    ).toEqual([]);
    // Only clients of targets with `reading: tolerant` need it.
    expect(
      client.modules.filter((id) => /\/(?:tolerant|tolerant-reader|arrange|arranging-reader)\.ts$/.test(id)),
    ).toEqual([]);
    expect(client.modules.filter((id) => id.includes('addressing'))).toEqual([]);
    expect(client.gzip).toBeLessThan(budgets['browser client, nine operations']);
    expect(client.oneFile).toBeLessThan(budgets['browser client, nine operations, as one file']);
  });

  it('of the generated server holds readers of requests and writers of responses, and no other codec', async () => {
    const server = await bundle(`export * from '${root}${generated.slice(1)}server.ts';`, 'node');
    expect(codecs(server, 'read')).toEqual(expect.arrayContaining(messages('Request')));
    expect(codecs(server, 'write')).toEqual(expect.arrayContaining(messages('Response')));
    expect(codecs(server, 'read').filter((name) => /Response|Result/.test(name))).toEqual([]);
    expect(codecs(server, 'write').filter((name) => name.endsWith('Request'))).toEqual([]);
    expect(server.modules.filter((id) => /\/src\/client\/|\/client[.-]/.test(id))).toEqual([]);
  });

  it('of one operation holds the codecs of that operation, and no other codec', async () => {
    const one = await bundle(
      `import { SoapClient } from '@soapwright/runtime/client';
       import { GetClientID } from '${root}${generated.slice(1)}client-operations.ts';
       export const call = (address, request) => new SoapClient({ address }).call(GetClientID, request);`,
      'browser',
    );
    expect(
      one.modules.filter((id) => /\/(blob\/(?!blob-error)|intake|streaming|spool|server|pages)\/?/.test(id)),
    ).toEqual([]);
    expect(one.modules.filter((id) => /base64|binary-types|date-time|big-integer/.test(id))).toEqual([]);
    expect(one.gzip).toBeLessThan(budgets['browser client, one operation']);
    expect(one.oneFile).toBeLessThan(budgets['browser client, one operation, as one file']);
    expect(codecs(one, 'write')).toEqual(['GetClientIDRequest']);
    expect(codecs(one, 'read')).toEqual(['GetClientIDResponse', 'GetClientIDResult']);
    expect(one.code.match(/(?:const|var|let) \w+(?:Tag|Children|Types) =/g)?.length).toBeLessThan(12);
    for (const name of operations.filter((other) => other !== 'GetClientID')) expect(one.code).not.toContain(name);
  });
});

describe('a bundle of a codec', () => {
  it('with bytes and no Blobs does not hold what sends a message in pieces', async () => {
    const bytes = await bundle(`export { writeBase64 } from '@soapwright/runtime';`, 'browser');
    expect(bytes.modules.filter((id) => /message-(?:pieces|stream)|\/blob\//.test(id))).toEqual([]);
    const blobs = await bundle(`export { writeBlob } from '@soapwright/runtime';`, 'browser');
    expect(blobs.modules.filter((id) => /message-(?:pieces|stream)/.test(id)).length).toBe(2);
  });
});

describe('a bundle of a thousand operations', () => {
  const folder = new GeneratedFolder('bundled');
  afterAll(() => folder.remove());

  it('has tables of fields within its budget, and those of one operation alone if it calls one', async () => {
    const { folder: large } = await folder.write(contractOf(largeContract(1000)));
    const all = await bundle(`export { BenchServiceClient } from '${large}/client.ts';`, 'browser');
    expect(all.gzip).toBeLessThan(budgets['browser client, a thousand operations']);
    expect(all.code).toContain('GetAccountResultRecord');
    const one = await bundle(`export { GetAccount } from '${large}/client-operations.ts';`, 'browser');
    expect([...one.code.matchAll(/const (\w+Record) =/g)].map(([, name]) => name).sort()).toEqual([
      'GetAccountParametersRecord',
      'GetAccountRequestRecord',
      'GetAccountResponseRecord',
      'GetAccountResultRecord',
    ]);
  });
});

describe('a bundle of a contract with faults and header blocks', () => {
  /** Names of the readers or writers, and of the constants, of faults and header blocks. */
  function ofFaults({ code }: Bundle, kind: 'read' | 'write'): readonly string[] {
    const names = code.matchAll(
      new RegExp(`function ${kind}(NotFoundDetail|BusyFault|SessionHeader|QuotaHeader)\\(`, 'g'),
    );
    return [...names].map(([, name = '']) => name).sort();
  }

  it('of the client reads faults and response headers, and writes request headers', async () => {
    const client = await bundle(`export * from '${everything}client.ts';`, 'browser');
    expect(ofFaults(client, 'read')).toEqual(['BusyFault', 'NotFoundDetail', 'QuotaHeader']);
    expect(ofFaults(client, 'write')).toEqual(['SessionHeader']);
    expect(codecs(client, 'write').filter((name) => name.endsWith('Response'))).toEqual([]);
    expect(codecs(client, 'read').filter((name) => name.endsWith('Request'))).toEqual([]);
    expect(client.modules.filter((id) => /\/(server|pages)[/.-]/.test(id))).toEqual([]);
  });

  it('of the server writes faults and response headers, and reads request headers', async () => {
    const server = await bundle(`export * from '${everything}server.ts';`, 'node');
    expect(ofFaults(server, 'write')).toEqual(['BusyFault', 'NotFoundDetail', 'QuotaHeader']);
    expect(ofFaults(server, 'read')).toEqual(['SessionHeader']);
    expect(codecs(server, 'read').filter((name) => name.endsWith('Response'))).toEqual([]);
    expect(codecs(server, 'write').filter((name) => name.endsWith('Request'))).toEqual([]);
    expect(server.modules.filter((id) => /\/src\/client\/|\/client[.-]/.test(id))).toEqual([]);
  });

  it.each(['client', 'server'] as const)(
    'of one operation of the %s holds its own faults and headers only',
    async (side) => {
      const operation = async (name: string): Promise<Bundle> =>
        bundle(`export { ${name} } from '${everything}${side}-operations.ts';`, side === 'client' ? 'browser' : 'node');
      const ping = await operation('Ping');
      expect([...ofFaults(ping, 'read'), ...ofFaults(ping, 'write')]).toEqual([]);
      expect(generatedCode(ping)).not.toMatch(/NotFound|Busy|Session|Quota|Find|Notify/);
      expect(generatedCode(ping)).not.toMatch(/(?:const|var|let) \w+(?:Tag|Children|Types) =/);
      const notify = await operation('Notify');
      expect(ofFaults(notify, side === 'client' ? 'write' : 'read')).toEqual(['SessionHeader']);
      expect(ofFaults(notify, side === 'client' ? 'read' : 'write')).toEqual([]);
      expect(generatedCode(notify)).not.toMatch(/NotFound|Busy|Quota|Find/);
    },
  );
});
