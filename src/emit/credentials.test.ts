import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryTransport } from '@soapwright/runtime/client';
import { bearer } from '@soapwright/runtime/client/authentication';
import { afterAll, describe, expect, it } from 'vitest';
import { GeneratedFolder } from '../../test/generate-here.ts';
import { clientIn } from '../../test/support/generator/generated-modules.ts';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { emit } from './index.ts';

const contract = (security: string) =>
  contractOf(`
soapwright: 1
service: Billing
namespace: urn:billing/
address: https://billing.example/
${security}
operations: { Find: { request: { Number: string }, response: { Name: string } } }
`);

const every =
  'security: [{ usernameToken: digest, timestamp: true }, { httpAuthentication: negotiate, clientCertificate: true }, { httpAuthentication: basic }, { httpAuthentication: digest }, {}]';

const secured = {
  Signing: 'security: { timestamp: true, signature: {} }',
  Weak: 'security: { timestamp: true, signature: {}, algorithmSuite: Basic256 }',
  Hiding: 'security: { encryption: {}, assertion: bearer }',
  Either: 'security: [{ timestamp: true, signature: { of: requests } }, { usernameToken: text }]',
};

const generated = new GeneratedFolder('credentials');
afterAll(() => generated.remove());

/** Writes uses of clients and servers with keys that compile, and others that do not. */
async function writeUses(): Promise<void> {
  const lines: string[] = [
    "import type { DecryptionKey, SigningKey, Trust } from '@soapwright/security/keys';",
    "import { messageKeys, serverMessageKeys } from '@soapwright/security/messages';",
    'declare const key: SigningKey; declare const trust: Trust; declare const reads: DecryptionKey;',
    "const handlers = { Find: () => ({ Name: '' }) };",
  ];
  for (const [name, security] of Object.entries(secured)) {
    const { folder } = await generated.write(contract(security));
    lines.push(`import { BillingClient as ${name} } from '${folder}/client.ts';`);
    lines.push(`import { createBillingServer as ${name}Server } from '${folder}/server.ts';`);
  }
  const user = "usernameToken: { user: 'ada', password: 'x' }";
  const taken = [
    'new Signing({ credentials: { keys: messageKeys({ key, trust }), timestamp: { lifetime: 60 } } });',
    "new Signing({ credentials: 'none' });",
    'new Weak({ credentials: { keys: messageKeys({ key, trust, allowSha1: true }) } });',
    "new Hiding({ credentials: { keys: messageKeys({ receiver: '', decryptionKeys: [reads] }), assertion: '<A/>' } });",
    'new Either({ credentials: { keys: messageKeys({ key }) } });',
    `new Either({ credentials: { ${user} } });`,
    'SigningServer(handlers, { state: undefined, keys: serverMessageKeys({ key, trust }) });',
    "SigningServer(handlers, { state: undefined, keys: 'none' });",
    "HidingServer(handlers, { state: undefined, keys: serverMessageKeys({ receiver: '', decryptionKeys: [reads] }) });",
    'EitherServer(handlers, { state: undefined });',
  ];
  const refused = [
    'new Signing();',
    'new Signing({ credentials: {} });',
    'new Signing({ credentials: { keys: messageKeys({ key }) } });',
    'new Signing({ credentials: { keys: messageKeys({ trust }) } });',
    'new Weak({ credentials: { keys: messageKeys({ key, trust }) } });',
    "new Hiding({ credentials: { keys: messageKeys({ receiver: '', decryptionKeys: [reads] }) } });",
    `new Either({ credentials: { keys: messageKeys({ key }), ${user} } });`,
    'SigningServer(handlers, { state: undefined });',
    'SigningServer(handlers, { state: undefined, keys: serverMessageKeys({ key }) });',
  ];
  lines.push(...taken, ...refused.map((one) => `// @ts-expect-error\n${one}`));
  writeFileSync(join(generated.path, 'uses.ts'), `${lines.join('\n')}\n`);
}

/** A request of a client with these options: its HTTP headers, and its envelope. */
async function sent(security: string, options: object): Promise<{ authorization: string | null; envelope: string }> {
  const { folder } = await generated.write(contract(security));
  let seen = { authorization: null as string | null, envelope: '' };
  const fetch = async (request: Request): Promise<Response> => {
    seen = { authorization: request.headers.get('Authorization'), envelope: await request.text() };
    return new Response('', { status: 503 });
  };
  const transport = memoryTransport({ fetch });
  const client = (await clientIn(folder)).create({ transport, ...options });
  await expect(client.Find?.({ Number: '7' })).rejects.toThrow();
  return seen;
}

describe('credentials of clients', () => {
  it('have lines of at most 120 characters, and strict types', async () => {
    const ntlm = 'security: { httpAuthentication: ntlm }';
    for (const security of [every, every.replace(', {}', ''), ntlm, ...Object.values(secured)]) {
      const files = await emit(contract(security), { source: 'a', importExtension: 'ts' });
      const text = files.find(({ path }) => path === 'client.ts')?.text ?? '';
      expect(text).toContain('readonly credentials');
      expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
      await generated.write(contract(security));
    }
    await writeUses();
    expect(typeErrors(generated.path, { allowImportingTsExtensions: true, exactOptionalPropertyTypes: true })).toBe('');
  });

  it('leave out what the contract does not demand', async () => {
    const files = await emit(contract(''), { source: 'a', importExtension: 'ts' });
    expect(files.map(({ text }) => text).join('')).not.toMatch(/credentials|soapSecurity|soapAuthentication/);
  });

  it('are sent as the alternative that they are for', async () => {
    const user = { user: 'ada', password: 'x' };
    const token = await sent(every, { credentials: { usernameToken: user } });
    expect(token.authorization).toBeNull();
    expect(token.envelope).toMatch(/<wsu:Timestamp>.*#PasswordDigest/s);
    const basic = await sent('security: { httpAuthentication: basic }', { credentials: { httpAuthentication: user } });
    expect(basic.authorization).toBe('Basic YWRhOng=');
    expect(basic.envelope).not.toContain('Header');
    const nobody = await sent(every, {});
    expect([nobody.authorization, nobody.envelope.includes('Security')]).toEqual([null, false]);
    const stamped = await sent('security: { timestamp: true }', { credentials: { timestamp: { lifetime: 1 } } });
    expect(stamped.envelope).toContain('<wsu:Timestamp>');
    expect((await sent('security: { timestamp: true }', { credentials: 'none' })).envelope).not.toContain('Security');
  });

  it('are nothing in a program on a page where keys are needed', async () => {
    const text = async (security: string): Promise<string> => {
      const files = await emit(contract(security), { source: 'a', importExtension: 'ts' });
      return files.find(({ path }) => path === 'pages.ts')?.text ?? '';
    };
    expect(await text('security: { usernameToken: text }')).toContain('usernameToken: { user: process.env');
    expect(await text('security: { usernameToken: text, signature: {} }')).not.toContain('process.env');
  });

  it('go behind the options of the same kind', async () => {
    const credentials = { httpAuthentication: { user: 'ada', password: 'x' } };
    const options = { credentials, authentication: bearer('t') };
    expect((await sent('security: { httpAuthentication: basic }', options)).authorization).toBe('Bearer t');
  });

  it('of no alternative are an error, for callers without types', async () => {
    const { folder } = await generated.write(contract('security: { usernameToken: text }'));
    const { create } = await clientIn(folder);
    expect(() => create({})).toThrow("The service demands other credentials: usernameToken. 'none' sends nothing.");
  });
});
