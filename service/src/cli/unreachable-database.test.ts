import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../../test/support/service/service-process.ts';

it('serve: SIGTERM ends a start that waits for its database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rfs-unreachable-'));
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const config = join(folder, 'config.yaml');
  const { port } = silent.address() as AddressInfo;
  const database = `database: { url: "postgres://rfs@127.0.0.1:${port}/rfs" }`;
  await writeFile(config, `${database}\nobjects: { endpoint: "http://127.0.0.1:${port}", bucket: files }\n`);
  const connected = once(silent, 'connection');
  const environment = { RFS_SERVICE_KEY: '0'.repeat(64), AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const command = runCommand(['serve', '--data', join(folder, 'data'), '--config', config], environment);
  await connected;
  command.process.kill('SIGTERM');
  expect([await command.exited, command.stderr()]).toEqual([0, '']);
  silent.close();
  await rm(folder, { recursive: true });
});
