import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadHooks } from '../../../service/src/hooks/hooks-file.ts';
import { sendMail } from '../../../service/src/mail/mail-hook.ts';
import { freePort } from '../../support/free-ports.js';
import { selfSigned } from '../../support/runtime/certificate.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

const script = fileURLToPath(new URL('receiver.py', import.meta.url));
const unsubscribe = 'https://files.example/unsubscribe/x';
const message = {
  id: 'msg_1',
  to: 'ada@example.org',
  folder: '/anna/größe',
  files: [{ name: '<ü>.txt', size: 3n, digest: 'ab'.repeat(32), at: Date.UTC(2026, 0, 31, 12) }],
  unsubscribe,
};

/** Sends the message by a server at an address. */
async function send(folder: string, server: string, more = 'caFile: cert.pem'): Promise<unknown> {
  const login = 'user: files, passwordFile: password';
  writeFileSync(
    join(folder, 'hooks.yaml'),
    `mail: { server: "${server}", from: files@example.org, ${login}, ${more} }\n`,
  );
  const { mail } = await loadHooks(join(folder, 'hooks.yaml'));
  return mail && (await sendMail(mail, message, AbortSignal.timeout(30_000)));
}

describe.each([
  ['smtp', 'STARTTLS'],
  ['smtps', 'TLS from the beginning'],
])('%s of aiosmtpd, with %s', (scheme) => {
  let folder: string;
  let port: number;
  let receiver: RunningProgram;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-mail-'));
    port = await freePort();
    const { cert, key } = selfSigned();
    for (const [name, text] of [
      ['cert.pem', cert],
      ['key.pem', key],
      ['password', 'smtp password\n'],
    ] as const) {
      writeFileSync(join(folder, name), text);
    }
    const args = ['cert.pem', 'key.pem', String(port), scheme === 'smtps' ? 'implicit' : 'starttls'];
    receiver = await startProgram('/usr/bin/python3', [script, ...args], /ready/, { cwd: folder });
  });
  afterAll(async () => {
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  it('takes a message as it is read by the email package of Python', async () => {
    expect(await send(folder, `${scheme}://localhost:${port}`)).toEqual({ delivered: true });
    await expect.poll(() => receiver.output()).toContain('{');
    const { headers, parts, ...rest } = JSON.parse(/\{.*\}/.exec(receiver.output())?.[0] ?? '');
    expect(rest).toEqual({ to: ['ada@example.org'], tls: true });
    expect(headers).toMatchObject({
      from: 'Remote File Service <files@example.org>',
      to: 'ada@example.org',
      subject: '1 new in /anna/größe',
      'message-id': '<msg_1@example.org>',
      'list-unsubscribe': `<${unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
    expect(parts['text/plain']).toMatch(/<ü>\.txt\s+3 bytes, 2026-01-31 12:00 UTC\s+SHA-256 ab/);
    expect(parts['text/html']).toContain('<bdi>&lt;ü&gt;.txt</bdi>');
  });

  it('gets nothing without a certificate that is trusted, and nothing with a wrong password', async () => {
    const untrusted = await send(folder, `${scheme}://localhost:${port}`, 'digestMinutes: 1');
    expect(untrusted).toMatchObject({ delivered: false, isFinal: false });
    writeFileSync(join(folder, 'password'), 'wrong');
    const refused = await send(folder, `${scheme}://localhost:${port}`);
    expect(refused).toEqual({ delivered: false, reason: 'SMTP 535', isFinal: false });
    expect(receiver.output().match(/"to": \[/g)).toHaveLength(1);
  });
});

it('nothing is sent to a server without TLS that is not on this machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-mail-'));
  writeFileSync(join(folder, 'password'), 'x');
  await expect(send(folder, 'smtp+plain://mail.example', 'digestMinutes: 1')).rejects.toThrow('server must be');
  rmSync(folder, { recursive: true });
});
