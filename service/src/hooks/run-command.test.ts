import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
import { runWithEvent } from './run-command.ts';

const data = { path: '/Anna/in/a b$(x).txt', size: 3, sha256: 'abc' };
const event = { id: 'msg_1', body: JSON.stringify({ id: 'msg_1', type: 'file.published', data }) };

describe('a command that gets events', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-command-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });
  const node = (script: string, signal = AbortSignal.timeout(60_000)) =>
    runWithEvent(
      {
        words: [process.execPath, '-e', script, join(folder, 'out')],
        environment: ['A_NAME', 'RFS_SERVICE_KEY', 'UNSET'],
      },
      event,
      signal,
    );

  it('gets the usual and the listed variables of its environment, and no other', async () => {
    vi.stubEnv('A_NAME', 'listed');
    for (const name of [
      'RFS_SERVICE_KEY',
      'RFS_DATABASE_URL',
      'AWS_SECRET_ACCESS_KEY',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'X',
    ]) {
      vi.stubEnv(name, 'a secret');
    }
    vi.stubEnv('LC_TIME', 'C');
    await node(`require('fs').writeFileSync(process.argv[1], JSON.stringify(process.env))`);
    const got: Record<string, string> = JSON.parse(readFileSync(join(folder, 'out'), 'utf8'));
    expect(got).toMatchObject({ PATH: process.env.PATH, A_NAME: 'listed', LC_TIME: 'C', RFS_EVENT_ID: 'msg_1' });
    expect(Object.values(got)).not.toContain('a secret');
    expect(Object.keys(got)).not.toContain('UNSET');
  });

  it('gets the event on stdin and in variables, and never the service key', async () => {
    vi.stubEnv('RFS_SERVICE_KEY', 'the-service-key');
    const script = `const fs = require('fs'); const { RFS_EVENT_ID, RFS_EVENT_PATH, RFS_SERVICE_KEY } = process.env;
      fs.writeFileSync(process.argv[1], JSON.stringify([fs.readFileSync(0, 'utf8'), RFS_EVENT_ID, RFS_EVENT_PATH, RFS_SERVICE_KEY]))`;
    expect(await node(script)).toEqual({ delivered: true });
    expect(JSON.parse(readFileSync(join(folder, 'out'), 'utf8'))).toEqual([event.body, 'msg_1', data.path, null]);
  });

  it('fails with its exit code and the last lines of its output', async () => {
    const script = `console.log('x'.repeat(5000)); console.error('the disk is full'); process.exitCode = 3`;
    const result = await node(script);
    expect(result).toMatchObject({ delivered: false, reason: 'exit code 3', isFinal: false });
    expect('output' in result && result.output?.length).toBe(2_000);
    expect('output' in result && result.output).toContain('the disk is full');
  });

  it('need not read its input, and may not exist', async () => {
    expect(
      await runWithEvent(
        { words: ['true'], environment: [] },
        { ...event, body: `${event.body}${' '.repeat(1_000_000)}` },
        AbortSignal.timeout(60_000),
      ),
    ).toEqual({
      delivered: true,
    });
    expect(
      await runWithEvent({ words: [join(folder, 'none')], environment: [] }, event, AbortSignal.timeout(60_000)),
    ).toMatchObject({
      reason: 'cannot be started: ENOENT',
    });
  });

  it.skipIf(process.platform === 'win32')('ends at its timeout, with its child processes', async () => {
    const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => require("fs").writeFileSync(process.argv[1], String(Date.now())), 20)', process.argv[1]]); setInterval(() => {}, 1000)`;
    const controller = new AbortController();
    const running = node(script, controller.signal);
    while (!existsSync(join(folder, 'out'))) await sleep(20);
    controller.abort();
    expect(await running).toMatchObject({ delivered: false, reason: 'the program did not end in time' });
    const last = readFileSync(join(folder, 'out'), 'utf8');
    // The child process writes every 20 ms as long as it runs.
    await quietFor(200);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(last);
  });
});
