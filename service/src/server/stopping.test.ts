import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceBin, startServer } from '../../../test/support/service/service-process.ts';

const envelope =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<GetClientID xmlns="https://files.example/v2/"><APIKey>none</APIKey></GetClientID></soap:Body></soap:Envelope>';

describe('SIGTERM', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-stop-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('T9: under load on reused connections, every request sent before it gets a response', async () => {
    const server = await startServer(join(folder, 'data'));
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    let stoppedAt = Number.POSITIVE_INFINITY;
    let responses = 0;
    const lost: { readonly code: unknown; readonly after: number }[] = [];
    const ask = (): Promise<boolean> =>
      new Promise((resolve) => {
        const sentAt = performance.now();
        const outgoing = request(server.url, { agent, method: 'POST' }, (response) => {
          response.resume().once('end', () => {
            responses += 1;
            resolve(true);
          });
        });
        outgoing.once('error', (error: NodeJS.ErrnoException) => {
          if (sentAt < stoppedAt) lost.push({ code: error.code, after: sentAt - stoppedAt });
          resolve(false);
        });
        outgoing.setHeader('Content-Type', 'text/xml');
        outgoing.setHeader('SOAPAction', '"https://files.example/v2/GetClientID"');
        outgoing.setHeader('Content-Length', envelope.length);
        outgoing.end(envelope);
      });
    const callers = Array.from({ length: 16 }, async (_, index) => {
      // Some never rest, others think between two requests: their connections are idle when the signal comes.
      while (await ask()) await sleep(index * 4);
    });
    await expect.poll(() => responses, { interval: 20 }).toBeGreaterThan(200);
    stoppedAt = performance.now();
    server.process.kill('SIGTERM');
    await Promise.all(callers);
    expect(await server.exited).toBe(0);
    agent.destroy();
    expect(lost).toEqual([]);
  });

  it('T9: while it drains, it is not ready but still responds', async () => {
    const server = await startServer(join(folder, 'data'), ['--admin-port', '0'], { RFS_DRAIN_SECONDS: '4' });
    const adminPort = /"adminPort":(\d+)/.exec(server.stderr())?.[1];
    const ready = async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).status;
    expect(await ready()).toBe(200);
    server.process.kill('SIGTERM');
    await expect.poll(ready, { timeout: 3_500, interval: 20 }).toBe(503);
    expect((await fetch(`${server.url}?wsdl`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${adminPort}/healthz`)).status).toBe(200);
    expect(await server.exited).toBe(0);
  });

  it('SIGHUP ends nothing, with a certificate or without', async () => {
    const server = await startServer(join(folder, 'data'));
    server.process.kill('SIGHUP');
    await expect.poll(() => server.stderr()).toContain('nothing to reload');
    expect((await fetch(`${server.url}?wsdl`)).status).toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'T9: a process started by npm stops with it: its shell passes on the signal',
    async () => {
      const args = ['serve', '--data', join(folder, 'data'), '--port', '0'];
      const command = [process.execPath, serviceBin, ...args].map((part) => `'${part}'`).join(' ');
      const shell = spawn('sh', ['-c', `${command}; true`], {
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let log = '';
      shell.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
      const closed = once(shell.stderr, 'close');
      await expect.poll(() => log, { interval: 50 }).toContain('"message":"listening"');
      shell.kill('SIGTERM');
      await closed;
      expect(log).toContain('"message":"stopped"');
    },
  );
});
