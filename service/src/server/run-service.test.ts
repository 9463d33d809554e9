import { spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonLogger } from '../common/logger.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type Running, runService } from './run-service.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('a running service', () => {
  let folder: string;
  let running: Running | undefined;
  let log: { message: string; level: string; reason?: string; requestId?: string; traceId?: string }[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-run-'));
    log = [];
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (flags: { readonly [name in keyof Settings]?: string } = {}): Promise<Running> => {
    const settings = loadSettings({ environment: {}, flags: { data: join(folder, 'data'), port: '0', ...flags } });
    running = await runService(
      settings,
      jsonLogger((line) => log.push(JSON.parse(line)), 'debug'),
      {},
    );
    return running;
  };
  const get = async (port: number | string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  it("T1: serves the operator's endpoints on the port of the service; the metrics only on this machine, and through no proxy", async () => {
    const { port } = new URL((await run()).url);
    expect((await get(port, '/healthz')).text).toBe('ok\n');
    expect((await get(port, '/readyz')).text).toBe('ready\n');
    const metrics = await get(port, '/metrics');
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics.text).toMatch(/^rfs_uploads_open 0$/m);
    expect(metrics.text).toMatch(/^rfs_data_free_bytes [1-9]/m);
    for (const header of ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via']) {
      expect((await get(port, '/metrics', { headers: { [header]: '127.0.0.1' } })).status).toBe(403);
    }
  });

  it("P4: the operator's endpoints on loopback are not for other names (DNS rebinding)", async () => {
    const statuses = async (port: number | string, host: string) =>
      await Promise.all(
        ['/healthz', '/readyz', '/metrics', '/files/a?link=x'].map(
          (path) =>
            new Promise((resolve, reject) => {
              httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
                response.resume().on('end', () => resolve(response.statusCode));
              })
                .on('error', reject)
                .end();
            }),
        ),
      );
    const shared = await run({ adminHosts: 'metrics.example' });
    const { port } = new URL(shared.url);
    expect(await statuses(port, `localhost:${port}`)).toEqual([200, 200, 200, 404]);
    expect(await statuses(port, 'metrics.example')).toEqual([200, 200, 200, 404]);
    expect(await statuses(port, 'evil.example')).toEqual([403, 403, 403, 404]);
    await shared.stop();
    const { adminPort = 0 } = await run({ adminPort: '0', adminFiles: 'true', adminUrl: 'https://links.example' });
    expect(await statuses(adminPort, `127.0.0.1:${adminPort}`)).toEqual([200, 200, 200, 403]);
    expect(await statuses(adminPort, 'links.example')).toEqual([200, 200, 200, 403]);
    expect(log.filter(({ message }) => message === 'link refused')).toHaveLength(2);
    expect(await statuses(adminPort, 'evil.example')).toEqual([403, 403, 403, 403]);
    expect(log.filter(({ message }) => message === 'link refused')).toHaveLength(2);
  });

  it("T1: serves the operator's endpoints only on their own port if configured", async () => {
    const { url, adminPort = 0 } = await run({ adminPort: '0' });
    const { port } = new URL(url);
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await get(port, path)).status).toBe(404);
      expect((await get(adminPort, path, { headers: { Via: 'x' } })).status).toBe(200);
      const head = await get(adminPort, path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      const post = await get(adminPort, path, { method: 'POST', body: 'x' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await get(adminPort, '/v2/fileservice.asmx')).status).toBe(404);
    expect((await get(adminPort, '/toString')).status).toBe(404);
  });

  it('T1: serves links on the port for operators only, and only with admin.files', async () => {
    const closed = await run({ adminPort: '0' });
    expect((await get(closed.adminPort ?? 0, '/files/anna/')).status).toBe(404);
    await closed.stop();
    const open = await run({ adminPort: '0', adminFiles: 'true', adminHost: '127.0.0.1' });
    expect((await get(open.adminPort ?? 0, '/files/anna/')).status).toBe(403);
    expect((await get(new URL(open.url).port, '/files/anna/')).status).toBe(404);
    expect((await get(open.adminPort ?? 0, '/files/anna/', { method: 'POST' })).status).toBe(404);
    await expect(run({ adminFiles: 'true' })).rejects.toThrow('admin.files needs admin.port');
  });

  it('names a taken port, and leaves nothing open', async () => {
    const { port } = new URL((await run()).url);
    await expect(run({ adminPort: port })).rejects.toMatchObject({ code: 'failed', message: /--admin-port/ });
    await expect(run({ port, adminPort: '0' })).rejects.toMatchObject({ code: 'failed', message: /RFS_PORT/ });
  });

  it('rejects a request that is larger than limits.body', async () => {
    const { url } = await run({ limitsBody: '1 KiB' });
    const headers = { 'Content-Type': 'text/xml' };
    expect((await fetch(url, { method: 'POST', headers, body: ' '.repeat(1_025) })).status).toBe(413);
  });

  it("logs a proxy's request id and the trace of a request, if they are valid", async () => {
    const { url } = await run({ trustProxy: 'true' });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const send = async (headers: Record<string, string>) => {
      const post = { method: 'POST', headers: { 'Content-Type': 'text/xml', ...headers }, body: '<x/>' };
      const response = await fetch(url, post);
      await response.text();
      const { requestId, traceId } = log.findLast(({ message }) => message === 'fault') ?? {};
      expect(response.headers.get('x-request-id')).toBe(requestId);
      return { requestId, traceId };
    };
    const valid = { 'X-Request-Id': 'edge-7/a.1', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    expect(await send(valid)).toEqual({ requestId: 'edge-7/a.1', traceId: trace });
    const generated = { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), traceId: undefined };
    for (const [id, traceparent] of [
      ['two words', `ff-${trace}-00f067aa0ba902b7-01`],
      ['x'.repeat(129), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
      ['{"a":1}', `00-${trace}-0000000000000000-01`],
      ['', trace],
    ] as const) {
      expect(await send({ 'X-Request-Id': id, traceparent })).toEqual(generated);
    }
    await running?.stop();
    const direct = await run();
    const answer = await fetch(direct.url, {
      method: 'POST',
      headers: { ...valid, 'Content-Type': 'text/xml' },
      body: '<x/>',
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  describe('with a certificate', () => {
    const pair = async () => {
      const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
      return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 };
    };
    const write = async ({ cert, key }: { cert: string; key: string }) => {
      await writeFile(join(folder, 'cert.pem'), cert);
      await writeFile(join(folder, 'key.pem'), key);
    };
    const runSecure = () => run({ tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') });
    const fingerprintAt = (url: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket: TLSSocket = connect(
          { port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false },
          () => {
            resolve(socket.getPeerCertificate().fingerprint256);
            socket.destroy();
          },
        );
        socket.once('error', reject);
      });

    it('loads a new one without dropping a connection, and keeps the old one when the new one is invalid', async () => {
      const [first, second] = await Promise.all([pair(), pair()]);
      await write(first);
      const { url, reload } = await runSecure();
      expect(await fingerprintAt(url)).toBe(first.fingerprint);
      const agent = new HttpsAgent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
      const ask = (): Promise<{ status: number | undefined; port: number | undefined }> =>
        new Promise((resolve, reject) => {
          httpsRequest(new URL('/healthz', url), { agent }, (response) => {
            const port = response.socket.localPort;
            response.resume().once('end', () => resolve({ status: response.statusCode, port }));
          })
            .once('error', reject)
            .end();
        });
      const before = await ask();
      await write({ cert: second.cert, key: first.key });
      await Promise.all([reload(), reload()]);
      expect(await fingerprintAt(url)).toBe(first.fingerprint);
      expect(log.filter(({ message }) => message.startsWith('certificate not taken over'))).toHaveLength(1);
      await write(second);
      await reload();
      expect(await fingerprintAt(url)).toBe(second.fingerprint);
      // The connection of before is still the one.
      expect(await ask()).toEqual({ status: 200, port: before.port });
      agent.destroy();
      expect(log.filter(({ message }) => message === 'certificate taken over')).toHaveLength(1);
      expect(JSON.stringify(log)).not.toContain('PRIVATE KEY');
    });

    it.runIf(hasOpenssl)('serves TLS 1.3 and 1.2 with forward secrecy, and nothing older or weaker', async () => {
      await write(await pair());
      const { url } = await runSecure();
      /** The suite that openssl agrees on with the server; undefined: none. */
      const suiteWith = async (...flags: readonly string[]) => {
        const client = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${new URL(url).port}`, ...flags], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const output = await text(client.stdout);
        return /^New, .*, Cipher is ((?!\(NONE\)).+)$/m.exec(output)?.[1];
      };
      expect(await suiteWith('-tls1_3')).toBe('TLS_AES_256_GCM_SHA384');
      expect(await suiteWith('-tls1_2')).toBe('ECDHE-RSA-AES256-GCM-SHA384');
      expect(await suiteWith('-tls1_2', '-cipher', 'ECDHE-RSA-CHACHA20-POLY1305')).toBe('ECDHE-RSA-CHACHA20-POLY1305');
      for (const weak of ['AES256-GCM-SHA384', 'AES128-SHA', 'ECDHE-RSA-AES256-SHA384', 'DHE-RSA-AES256-GCM-SHA384']) {
        expect(await suiteWith('-tls1_2', '-cipher', `${weak}:@SECLEVEL=0`), weak).toBeUndefined();
      }
      expect(await suiteWith('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0')).toBeUndefined();
    });

    it('tells browsers to stay with HTTPS, for the configured time, and only over its own TLS', async () => {
      await write(await pair());
      const headerOf = (url: string): Promise<string | undefined> =>
        new Promise((resolve, reject) => {
          httpsRequest(url, { rejectUnauthorized: false }, (response) => {
            response.resume();
            resolve(response.headers['strict-transport-security']);
          })
            .once('error', reject)
            .end();
        });
      expect(await headerOf((await runSecure()).url)).toBe('max-age=15552000');
      await running?.stop();
      const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
      expect(await headerOf((await run({ ...files, tlsHsts: '0' })).url)).toBeUndefined();
      await running?.stop();
      const plain = await fetch((await run()).url);
      expect(plain.headers.get('strict-transport-security')).toBeNull();
    });

    it('loads a new one automatically, some seconds after its files change', async () => {
      const [first, second] = await Promise.all([pair(), pair()]);
      await write(first);
      const { url } = await runSecure();
      await write(second);
      await expect.poll(() => fingerprintAt(url), { interval: 500 }).toBe(second.fingerprint);
    });
  });
});
