import { execFile } from 'node:child_process';
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Engines } from '../../engines/engines.js';
import { pidOf, signalTree, until } from './process-tree.ts';

const run = promisify(execFile);
const bin = '/usr/lib/postgresql/15/bin';

type Server = 'a' | 'b';

/** A primary of PostgreSQL and its synchronous standby, which change their roles at each failover. */
export class PostgresPair {
  readonly #folder: string;
  readonly #port: number;
  #primary: Server = 'a';

  constructor({ folder, port }: Engines['database']) {
    this.#folder = folder;
    this.#port = port;
  }

  get #standby(): Server {
    return this.#primary === 'a' ? 'b' : 'a';
  }

  /** The address with both hosts, as processes of the service are given it. */
  urlOf(url: string): string {
    return url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${this.#port},127.0.0.1:${this.#port + 1}`);
  }

  /** The address of the primary of now. */
  urlOfPrimary(url: string): string {
    return url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${this.#portOf(this.#primary)}`);
  }

  /** Kills the primary and promotes the standby; the killed one becomes the synchronous standby. */
  async failOver(): Promise<void> {
    await this.#kill(this.#primary);
    this.#primary = this.#standby;
    await this.#asPostgres('pg_ctl', '-D', this.#data(this.#primary), '-w', 'promote');
    await this.#execute('CHECKPOINT');
    await this.#rewind(this.#standby);
    await this.#start(this.#standby);
    await this.#synchronise();
  }

  /** Kills the primary, and starts it again: it recovers from its log. */
  async restartPrimary(): Promise<void> {
    await this.#kill(this.#primary);
    await this.#start(this.#primary);
    await this.#untilState('quorum');
  }

  /** Kills the standby, without which nothing is committed, and starts it again. */
  async restartStandby(pause: () => Promise<void>): Promise<void> {
    await this.#kill(this.#standby);
    await pause();
    await this.#start(this.#standby);
    await this.#untilState('quorum');
  }

  /** Stops all processes of the primary for a while. */
  async stopPrimary(pause: () => Promise<void>): Promise<void> {
    const pid = await pidOf(join(this.#data(this.#primary), 'postmaster.pid'));
    await signalTree(pid, 'SIGSTOP');
    await pause();
    await signalTree(pid, 'SIGCONT');
  }

  #data(server: Server): string {
    return join(this.#folder, server);
  }

  #portOf(server: Server): number {
    return server === 'a' ? this.#port : this.#port + 1;
  }

  async #kill(server: Server): Promise<void> {
    await signalTree(await pidOf(join(this.#data(server), 'postmaster.pid')), 'SIGKILL');
  }

  async #start(server: Server): Promise<void> {
    const log = join(this.#folder, `${server}.log`);
    const options = ['-D', this.#data(server), '-o', `-p ${this.#portOf(server)}`, '-l', log, '-w'];
    try {
      await this.#asPostgres('pg_ctl', ...options, 'start');
    } catch (error) {
      throw new Error(`${server} does not start: ${(await readFile(log, 'utf8')).slice(-2_000)}`, { cause: error });
    }
  }

  /** Makes a copy of the primary out of the data of a server that was killed, by its log, or otherwise anew. */
  async #rewind(server: Server): Promise<void> {
    const source = `host=127.0.0.1 port=${this.#portOf(this.#primary)} user=rfs dbname=rfs`;
    const target = this.#data(server);
    try {
      await this.#asPostgres('pg_rewind', '-D', target, `--source-server=${source}`);
    } catch {
      await rm(target, { recursive: true, force: true });
      await this.#asPostgres('pg_basebackup', '-d', source, '-D', target, '-X', 'stream', '-c', 'fast');
    }
    // Slots of its time as a primary would keep the log for ever.
    const slots = join(target, 'pg_replslot');
    for (const name of await readdir(slots)) await rm(join(slots, name), { recursive: true });
    await this.#write(server, 'standby.signal', '');
    await this.#configure(server, [
      `primary_conninfo = 'host=127.0.0.1 port=${this.#portOf(this.#primary)} user=rfs application_name=${server}'`,
    ]);
  }

  /** From now on commits wait for the standby. */
  async #synchronise(): Promise<void> {
    await this.#untilState('async');
    await this.#configure(this.#primary, [`synchronous_standby_names = 'ANY 1 (${this.#standby})'`]);
    await this.#asPostgres('pg_ctl', '-D', this.#data(this.#primary), 'reload');
    await this.#untilState('quorum');
  }

  async #untilState(state: string): Promise<void> {
    await until(`The standby ${this.#standby} is ${state}`, async () => {
      const found = await this.#execute("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'");
      return found === state;
    });
  }

  async #configure(server: Server, lines: readonly string[]): Promise<void> {
    const all = ['wal_keep_size = 512', "synchronous_standby_names = ''", ...lines];
    await this.#write(server, 'postgresql.auto.conf', `${all.join('\n')}\n`);
  }

  async #write(server: Server, name: string, text: string): Promise<void> {
    const path = join(this.#data(server), name);
    await writeFile(path, text);
    const { uid, gid } = await stat(this.#data(server));
    await chown(path, uid, gid);
  }

  /** The first column of the first row. */
  async #execute(statement: string): Promise<string | undefined> {
    const client = new pg.Client({
      connectionString: `postgres://rfs@127.0.0.1:${this.#portOf(this.#primary)}/rfs`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 20_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }

  async #asPostgres(program: string, ...args: readonly string[]): Promise<void> {
    await run('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { cwd: '/' });
  }
}
