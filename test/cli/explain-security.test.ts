import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encryptMessage, signMessage } from '@soapwright/security/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signingKey } from '../../security/src/node/keys/index.ts';
import { issueCertificate } from '../support/runtime/certificate.ts';
import { Project } from './cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (name: string): string => readFileSync(`${root}test/fixtures/security/${name}`, 'utf8');

const own = issueCertificate('own', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const lockedPem = own.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' }) as string;
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const plain = `<s:Envelope xmlns:s="${soap}"><s:Body><Pay><Card>geheim</Card></Pay></s:Body></s:Envelope>`;

async function secured(): Promise<string> {
  const key = signingKey({ key: own.key, certificates: own.certificate });
  const envelope = await signMessage(new TextEncoder().encode(plain), { key });
  const sent = encryptMessage({ envelope, parts: [] }, { for: own.certificate });
  return new TextDecoder().decode(sent.envelope);
}

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

describe('soapwright explain-security', () => {
  it('prints what its page shows', () => {
    project.write({ 'order.http': fixture('order.http'), 'caller.pem': fixture('caller.pem') });
    const page = readFileSync(`${root}docs/how-to/explain-a-secured-message.md`, 'utf8');
    const [, command = '', shown = ''] = /```console\n\$ npx soapwright ([^\n]*)\n(.*?)```/s.exec(page) ?? [];
    const { exitCode, stdout, stderr } = project.run(...command.split(' '));
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout).toBe(shown);
  });

  it('decrypts with a key whose passphrase is elsewhere, and prints neither', async () => {
    project.write({
      'm.xml': await secured(),
      'own.pem': own.certificate.toString(),
      'own.key': lockedPem,
      pass: 'open\n',
    });
    const flags = ['m.xml', '--key', 'own.key', '--passphrase', 'file:pass', '--certificate', 'own.pem'];
    const { exitCode, stdout, stderr } = project.run('explain-security', ...flags);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Envelope\/Body +signed +content encrypted$/m);
    expect(stdout).toMatch(/\nNothing is wrong\.\n$/);
    const json = project.run('explain-security', ...flags, '--format', 'json').stdout;
    expect(JSON.parse(json).messages).toMatchObject([{ file: 'm.xml', report: { soap: '1.1', problems: [] } }]);
    expect(stdout + json).not.toMatch(/geheim|PRIVATE KEY|open\b/);
  });

  it('says what was not checked without a key', async () => {
    project.write({ 'm.xml': await secured() });
    const { exitCode, stdout } = project.run('explain-security', 'm.xml');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('not checked, no key was given (--key)');
    expect(stdout).toMatch(/\nNothing is wrong of what could be checked\.\n$/);
  });

  it('reads several messages of a folder', async () => {
    project.write({ 'traffic/a.xml': plain, 'traffic/b.http': `POST / HTTP/1.1\n\n${await secured()}` });
    const { exitCode, stdout } = project.run('explain-security', 'traffic');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^### traffic\/a\.xml\n\nSOAP 1\.1\n.*The message has no Security header block\.\n\n### traffic\/b\.http\n/s,
    );
  });

  it('refuses a key that it cannot read, and a file that is missing', () => {
    project.write({ 'm.xml': plain, 'own.key': lockedPem });
    const run = (...flags: readonly string[]) => project.run('explain-security', 'm.xml', ...flags);
    expect(run('--key', 'own.key')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('error SW8008: The certificates or keys of --key cannot be used: '),
    });
    expect(run('--trust', 'none.pem')).toMatchObject({ exitCode: 3 });
  });
});
