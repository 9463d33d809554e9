import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-ports.js';
import { postEvent } from './webhook.ts';

const page = readFileSync(new URL('../../../docs/service/get-files-out.md', import.meta.url), 'utf8');

it('the receiver on the page accepts events of the service once, and nothing else', async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'rfs-receiver-'));
  const secret = Buffer.alloc(32, 5);
  writeFileSync(join(folder, 'receiver.mjs'), code.replace('8081', String(port)));
  const env = { ...process.env, WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` };
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const post = (key: Buffer, now = Date.now()) => {
      const webhook = { url: new URL(`http://127.0.0.1:${port}`), secrets: async () => [key], ca: undefined };
      const event = { id: 'msg_1', body: '{"data":{"path":"/Anna/in/é.txt"}}' };
      return postEvent(webhook, event, { signal: AbortSignal.timeout(60_000), now });
    };
    const refused = { delivered: false, reason: 'HTTP 403', isFinal: false };
    let first = await post(Buffer.alloc(32, 6));
    for (; 'reason' in first && first.reason.includes('ECONNREFUSED'); first = await post(Buffer.alloc(32, 6))) {
      await sleep(20);
    }
    expect(first).toEqual(refused);
    expect(await post(secret)).toEqual({ delivered: true });
    expect(await post(secret)).toEqual({ delivered: true });
    expect(await post(secret, Date.now() - 400_000)).toEqual(refused);
    while (printed === '') await sleep(10);
    expect(printed).toBe('/Anna/in/é.txt\n');
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
});
