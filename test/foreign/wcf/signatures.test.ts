import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainSecurity } from '../../../security/src/node/explain/index.ts';
import { decryptionKey, type SigningKey, signingKey, trust } from '../../../security/src/node/keys/index.ts';
import { signatureMethod } from '../../../security/src/node/keys/signature-algorithm.ts';
import { decryptMessage, readMessage, signMessage, verifyMessage } from '../../../security/src/node/messages/index.ts';
import { digestUris, exclusive } from '../../../security/src/node/signature/algorithms.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { mono } from '../security/proven.ts';
import { runProgram } from '../support/program.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const content = `<b:Pay xmlns:b="urn:b" b:a="x" z="1"><b:Name>é € &amp; &lt;co&gt;</b:Name><c xmlns="urn:c"></c></b:Pay>`;

let folder: OpensslFolder;
let key: SigningKey;
let certificate: X509Certificate;
beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Signer -keyout key.pem -out certificate.pem');
  folder.run('pkcs12 -export -legacy -inkey key.pem -in certificate.pem -out key.p12 -passout pass:geheim');
  const source = fileURLToPath(new URL('Signed.cs', import.meta.url));
  await runProgram('mcs', ['-r:System.Security.dll', `-out:${join(folder.path, 'signed.exe')}`, source]);
  key = signingKey({ pem: folder.read('key.pem'), certificates: folder.read('certificate.pem') });
  certificate = new X509Certificate(folder.read('certificate.pem'));
});
afterAll(() => folder?.remove());

/** Runs commands in one process; a line for each. */
async function run(commands: readonly (readonly string[])[]): Promise<readonly string[]> {
  const input = `${commands.map((words) => words.join('\t')).join('\n')}\n`;
  return (await runProgram('mono', ['signed.exe', 'key.p12'], { cwd: folder.path, input })).trimEnd().split('\n');
}

it('Mono verifies what we sign', async () => {
  const { algorithms = [], digests = [], keys = [] } = mono.ours ?? {};
  const cases = [
    ...algorithms.map((algorithm) => ({ algorithm })),
    ...digests.map((digest) => ({ digest })),
    ...keys.map((reference) => ({ reference })),
  ];
  const plain = `<s:Envelope xmlns:s="${soap}"><s:Header></s:Header><s:Body>${content}</s:Body></s:Envelope>`;
  const commands: string[][] = [];
  for (const options of cases) {
    const file = `ours-${commands.length}.xml`;
    const settings = { key, allowSha1: true, inclusivePrefixes: [], reference: 'x509-data', ...options } as const;
    writeFileSync(join(folder.path, file), await signMessage(Buffer.from(plain), settings));
    commands.push(['verify', file, settings.reference]);
  }
  const results = await run(commands);
  expect(cases.map((options, index) => `${JSON.stringify(options)}: ${results[index]}`)).toEqual(
    cases.map((options) => `${JSON.stringify(options)}: verified`),
  );
});

it('we verify what Mono signs', async () => {
  const { algorithms, digests, forms, keys } = mono.theirs;
  const base = { algorithm: 'rsa-sha256', digest: 'sha256', form: exclusive, key: 'x509-data' } as const;
  const cases = [
    ...algorithms.map((algorithm) => ({ ...base, algorithm })),
    ...digests.map((digest) => ({ ...base, digest })),
    ...forms.map((form) => ({ ...base, form })),
    ...keys.map((one) => ({ ...base, key: one })),
  ];
  const time = new Date().toISOString();
  const block = `<w:Security xmlns:w="${wsse}"><u:Timestamp u:Id="T"><u:Created>${time}</u:Created></u:Timestamp></w:Security>`;
  const plain = `<s:Envelope xmlns:s="${soap}" xmlns:u="${wsu}"><s:Header>${block}</s:Header><s:Body u:Id="B">${content}</s:Body></s:Envelope>`;
  writeFileSync(join(folder.path, 'plain.xml'), plain);
  const commands = cases.map(({ algorithm, digest, form, key: named }, index) => {
    return [
      'sign',
      'plain.xml',
      `theirs-${index}.xml`,
      signatureMethod(algorithm).uri,
      digestUris[digest],
      form,
      named,
    ];
  });
  expect(await run(commands)).toEqual(cases.map(() => 'signed'));
  for (const [index, { algorithm }] of cases.entries()) {
    const message = readMessage(readFileSync(join(folder.path, `theirs-${index}.xml`)));
    const verified = await verifyMessage(message, { trust: trust({ pinned: certificate }), allowSha1: true });
    expect(verified).toMatchObject({ algorithm, covered: [{ local: 'Body' }, { local: 'Timestamp' }] });
  }
});

it.each(['Basic128', 'Basic256'])("the message security of Mono's WCF is read, in %s", async (suite) => {
  let received = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (piece: string) => {
      received += piece;
    });
    request.on('end', () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const source = fileURLToPath(new URL('Secured.cs', import.meta.url));
  const libraries = ['-r:System.ServiceModel.dll', '-r:System.IdentityModel.dll'];
  await runProgram('mcs', [...libraries, `-out:${join(folder.path, 'secured.exe')}`, source]);
  await runProgram('mono', ['secured.exe', `http://127.0.0.1:${port}/`, suite], { cwd: folder.path });
  server.close();
  const message = { envelope: Buffer.from(received.replace(/^\uFEFF/, '')), parts: [] };
  const keys = [decryptionKey({ pem: folder.read('key.pem'), certificates: folder.read('certificate.pem') })];
  const verify = { trust: trust({ pinned: certificate }), allowSha1: true };
  const { protection } = await explainSecurity(message, { ...verify, keys });
  const timestamp = { element: 'Envelope/Header/Security/Timestamp', signed: 'yes', encrypted: 'no' };
  expect(protection).toContainEqual(timestamp);
  expect(protection).toContainEqual({ element: 'Envelope/Body', signed: 'yes', encrypted: 'content' });
  // WCF signs first and encrypts by AES-CBC: a receiver must decrypt it before it knows the writer.
  const algorithms = [suite === 'Basic128' ? 'aes128-cbc' : 'aes256-cbc'] as const;
  await expect(decryptMessage(message, { keys, algorithms }, { verify })).rejects.toThrow('CVE-2011-1096');
});
