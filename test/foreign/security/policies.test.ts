import { X509Certificate } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { decryptionKey, signingKey, trust } from '@soapwright/security/keys';
import { messageKeys, serverMessageKeys } from '@soapwright/security/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataUris } from '../../../security/src/encryption/algorithms.ts';
import { GeneratedFolder, moduleIn } from '../../generate-here.ts';
import { clientIn } from '../../support/generator/generated-modules.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { demandsOf, policyRows, policyText } from '../../support/security/policy-table.ts';
import { asymmetricBinding, policyContract } from '../../support/security/policy-wsdl.ts';
import { runProgram } from '../support/program.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const libraries = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (content: string): string =>
  `<s:Envelope xmlns:s="${soap}"><s:Header/><s:Body>${content}</s:Body></s:Envelope>`;
const request = envelope('<Pay xmlns="urn:pay"><Amount>7</Amount></Pay>');
const response = envelope('<PayResponse xmlns="urn:pay"><Receipt>paid 7</Receipt></PayResponse>');

const generated = new GeneratedFolder('foreign-policies');
let folder: OpensslFolder;

beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run(
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Party/O=Example -addext subjectKeyIdentifier=hash -keyout key.pem -out certificate.pem',
  );
  folder.run('pkcs12 -export -inkey key.pem -in certificate.pem -name party -out key.p12 -passout pass:geheim');
  copyFileSync(at('Wss4jEncryption.java'), join(folder.path, 'Wss4jEncryption.java'));
  await runProgram('javac', ['-cp', libraries.join(':'), 'Wss4jEncryption.java'], { cwd: folder.path });
});
afterAll(() => {
  folder?.remove();
  generated.remove();
});

const wss4j = (input: string, command: string, ...args: readonly string[]): Promise<string> =>
  runProgram('java', ['-cp', [...libraries, '.'].join(':'), 'Wss4jEncryption', command, 'key.p12', ...args], {
    cwd: folder.path,
    input,
  });

const parts = '<sp:SignedParts><sp:Body/></sp:SignedParts><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>';
const signature = '<sp:SignedParts><sp:Body/></sp:SignedParts>';

/** Policies, and what WSS4J does to a message of each. */
const policies = {
  'signed messages': { binding: `${asymmetricBinding()}${signature}`, steps: ['aes256-gcm', 'sign'] },
  'messages that are signed, then encrypted with their signature': {
    binding: `${asymmetricBinding({ suite: '<cxf:Basic256GCMSha256/>', more: '<sp:IncludeTimestamp/><sp:EncryptSignature/>' })}${parts}`,
    steps: ['aes256-gcm', 'sign', 'encrypt'],
  },
  'messages that are encrypted with AES-CBC, then signed': {
    binding: `${asymmetricBinding({ more: '<sp:IncludeTimestamp/><sp:EncryptBeforeSigning/>' })}${parts}`,
    steps: ['aes256-cbc', 'encrypt', 'sign'],
  },
} as const;

describe.each(Object.entries(policies))('WSS4J and %s', (_, { binding, steps: [algorithm, ...steps] }) => {
  const secured = (text: string): Promise<string> => wss4j(text, 'secure', dataUris[algorithm], ...steps);
  const keys = () => {
    const certificate = new X509Certificate(folder.read('certificate.pem'));
    const own = { pkcs12: folder.read('key.p12'), passphrase: 'geheim' };
    return {
      key: signingKey(own),
      trust: trust({ pinned: certificate }),
      receiver: certificate,
      decryptionKeys: [decryptionKey(own)],
      allowCbc: true,
    } as const;
  };

  it('reads the requests of a generated client, whose policy its responses meet', async () => {
    const { folder: code } = await generated.write(policyContract({ binding }));
    let read = '';
    const transport: Transport = {
      async send({ body }) {
        read = await wss4j(Buffer.from(body as Uint8Array).toString(), 'decrypt');
        const headers = ['content-type', 'text/xml; charset=utf-8'];
        return { status: 200, headers, body: Buffer.from(await secured(response)) };
      },
    };
    const client = (await clientIn(code)).create({ transport, credentials: { keys: messageKeys(keys()) } });
    expect(await client.Pay?.({ Amount: 7 })).toBe('paid 7');
    expect(read).toContain('<Amount>7</Amount>');
    expect(read).toContain('SignatureValue');
  });

  it('is served by a generated server, whose responses it reads', async () => {
    const { folder: code } = await generated.write(policyContract({ binding }));
    type Create = (handlers: object, options: object) => SoapServer;
    const { createPaymentServer } = await moduleIn<{ createPaymentServer: Create }>(code, 'server');
    const handlers = { Pay: ({ Amount }: { Amount: number }) => `paid ${Amount}` };
    const server = createPaymentServer(handlers, { keys: serverMessageKeys(keys()) });
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:pay/Pay"' };
    const post = async (body: string) =>
      await server.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
    const answer = await post(await secured(request));
    expect(answer.status).toBe(200);
    const sent = await answer.text();
    expect(sent.includes('paid 7')).toBe(steps.length === 1);
    expect(await wss4j(sent, 'decrypt')).toContain('<Receipt>paid 7</Receipt>');
    // A request that is encrypted, or only has a Timestamp, lacks the signature.
    const lacking = await wss4j(request, 'secure', dataUris[algorithm], ...(steps.length === 1 ? [] : ['encrypt']));
    expect((await post(lacking)).status).toBe(500);
  });
});

it('Metro finds the same alternatives in each policy', async () => {
  const names = ['metro-policy', 'txw2', 'istack-commons-runtime', 'jaxb-api', 'jaxws-api', 'javax.activation'];
  const metro = [...names.map((name) => `/usr/share/java/${name}.jar`), '.'].join(':');
  copyFileSync(at('MetroPolicies.java'), join(folder.path, 'MetroPolicies.java'));
  await runProgram('javac', ['-cp', metro, 'MetroPolicies.java'], { cwd: folder.path });
  // Metro loses the declarations of prefixes that are in a text alone.
  const rows = policyRows.filter(({ policy }) => !policy.includes('XPath'));
  const input = rows.map(({ policy }) => policyText(policy)).join('\n');
  const lines = (await runProgram('java', ['-cp', metro, 'MetroPolicies'], { cwd: folder.path, input }))
    .trimEnd()
    .split('\n');
  const inOrder = (demands: readonly string[]): readonly string[] =>
    demands.map((one) => one.split(', ').sort().join(', ')).sort();
  const found = rows.map(({ assertion }, index) => [assertion, ...inOrder(demandsOf(normalForm(lines[index])))]);
  expect(found).toEqual(rows.map(({ assertion, demands }) => [assertion, ...inOrder(demands)]));
});

function normalForm(line = ''): string {
  return line.replace(/^<\?xml .*?\?>\s*/, '');
}
