import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-ports.js';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, serversOf, testServers } from '../support/service/servers.ts';
import { type Child, runCommand, startServer } from '../support/service/service-process.ts';

const execute = promisify(execFile);
const bin = '/usr/lib/postgresql/15/bin';

/** A database whose log is archived, and the service on it. */
class ArchivedSite {
  readonly #folder: string;
  readonly #port: number;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(folder: string, port: number, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#port = port;
    this.#environment = environment;
  }

  static async create(): Promise<ArchivedSite> {
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    const folder = await mkdtemp(join(tmpdir(), 'rfs-restore-'));
    const port = await freePort();
    await execute('chown', ['postgres', folder]);
    const { servers } = await serversOf(folder, test);
    const database = { ...servers.database, url: `postgres://rfs@127.0.0.1:${port}/postgres` };
    const environment = environmentOf({ servers: { ...servers, database }, remove: async () => undefined });
    const site = new ArchivedSite(folder, port, environment);
    await site.#asPostgres('initdb', '-D', join(folder, 'primary'), '-A', 'trust', '-U', 'rfs', '--locale=C.UTF-8');
    await site.#asPostgres('sh', '-c', `mkdir '${folder}/archive'`);
    await appendFile(
      join(folder, 'primary/postgresql.conf'),
      `listen_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\narchive_mode = on
archive_command = 'test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f'\n`,
    );
    await site.#start('primary');
    await mkdir(join(folder, 'data'));
    return site;
  }

  /** A copy of the running database. */
  async backUp(): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'rfs'];
    await this.#asPostgres('pg_basebackup', ...from, '-D', join(this.#folder, 'base'), '-c', 'fast');
  }

  /** The time of the database. */
  async time(): Promise<string> {
    return await this.#query('SELECT now()');
  }

  /** Loses the database, and starts its backup with the log up to a time. */
  async restore(time: string): Promise<void> {
    await this.#query('SELECT pg_switch_wal()');
    await this.#asPostgres('pg_ctl', '-D', join(this.#folder, 'primary'), '-m', 'fast', '-w', 'stop');
    await rm(join(this.#folder, 'primary'), { recursive: true });
    await appendFile(
      join(this.#folder, 'base/postgresql.auto.conf'),
      `restore_command = 'cp ${this.#folder}/archive/%f %p'\nrecovery_target_time = '${time}'
recovery_target_action = promote\n`,
    );
    await this.#asPostgres('sh', '-c', `touch '${this.#folder}/base/recovery.signal'`);
    await this.#start('base');
    for (;;) {
      if ((await this.#query('SELECT pg_is_in_recovery()')) === 'f') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async start(): Promise<Child & { readonly url: string }> {
    return await startServer(join(this.#folder, 'data'), [], this.#environment);
  }

  /** Runs a command of the service. Returns its output. */
  async run(...args: readonly string[]): Promise<string> {
    const { exited, stdout, stderr } = runCommand([...args, '--data', join(this.#folder, 'data')], this.#environment);
    const code = await exited;
    if (code !== 0 && code !== 1) throw new Error(stderr());
    return stdout();
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  async remove(): Promise<void> {
    for (const name of ['primary', 'base']) {
      await this.#asPostgres('pg_ctl', '-D', join(this.#folder, name), '-m', 'immediate', 'stop').catch(
        () => undefined,
      );
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(name: string): Promise<void> {
    const log = join(this.#folder, `${name}.log`);
    await this.#asPostgres(
      'pg_ctl',
      '-D',
      join(this.#folder, name),
      '-o',
      `-p ${this.#port}`,
      '-l',
      log,
      '-w',
      'start',
    );
  }

  async #query(statement: string): Promise<string> {
    const { stdout } = await execute('psql', [
      ...['-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'rfs', '-d', 'postgres', '-Atc', statement],
    ]);
    return stdout.trim();
  }

  async #asPostgres(program: string, ...args: readonly string[]): Promise<void> {
    const path = `PATH=${bin}:${process.env.PATH}`;
    await execute('runuser', ['-u', 'postgres', '--', 'env', path, program, ...args]);
  }
}

describe('point-in-time recovery of the database', () => {
  let site: ArchivedSite;
  beforeAll(async () => {
    site = await ArchivedSite.create();
    await writeFile(site.path('site.yaml'), provisioning);
    await site.run('provision', site.path('site.yaml'));
  });
  afterAll(() => site.remove());

  const send = async (
    { url }: { readonly url: string },
    name: string,
    bytes: Buffer,
    rest: ChunkRest = {},
  ): Promise<ChunkUploadResult> => {
    const client = new RemoteFileServiceClient({ address: url });
    const done = await client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, rest));
    expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    return done;
  };
  const stop = async ({ process, exited }: Child): Promise<void> => {
    process.kill('SIGTERM');
    await exited;
  };
  const bytesOf = async (name: string): Promise<Buffer> => {
    await site.run('files', 'get', `/anna/in/${name}`, '--output', site.path('got'), '--force');
    return await readFile(site.path('got'));
  };

  it('has every byte of its time: files that were removed and replaced since, and unfinished uploads', async () => {
    const [removed, replaced, other] = [randomBytes(300_000), randomBytes(300_000), randomBytes(300_000)] as const;
    const before = await site.start();
    await send(before, 'removed', removed, { last: true });
    await site.backUp();
    await send(before, 'replaced', replaced, { last: true });
    const { UploadToken: token } = await send(before, 'unfinished', removed);
    const time = await site.time();
    await send(before, 'replaced', other, { last: true });
    await send(before, 'later', other, { last: true });
    await site.run('files', 'remove', '/anna/in/removed', '--yes');
    await site.run('sweep');
    await stop(before);

    await site.restore(time);
    const findings = (await site.run('doctor', '--deep', '--json'))
      .split('\n')
      .flatMap((line) => /"code":"([\w-]+)"/.exec(line)?.[1] ?? []);
    // The restored database has no standby yet.
    expect(findings).toEqual(['no-standby']);
    expect((await bytesOf('removed')).equals(removed)).toBe(true);
    expect((await bytesOf('replaced')).equals(replaced)).toBe(true);
    const after = await site.start();
    await send(after, 'unfinished', other, { offset: 300_000, token, last: true });
    await stop(after);
    expect((await bytesOf('unfinished')).equals(Buffer.concat([removed, other]))).toBe(true);
    expect(await site.run('files', 'list', '/anna/in')).not.toContain('later');
  });
});
