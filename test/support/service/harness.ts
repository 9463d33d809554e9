import { cp, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport } from '@soapwright/runtime/client';
import type { SoapServer, SoapVersion } from '@soapwright/runtime/server';
import type { Selectable } from 'kysely';
import { jsonLogger } from '../../../service/src/common/logger.ts';
import { loadEntities } from '../../../service/src/operator/provisioning/load-entities.ts';
import { provision } from '../../../service/src/operator/provisioning/provision.ts';
import { secretSourceBeside } from '../../../service/src/operator/provisioning/secret-values.ts';
import type { ScryptCost } from '../../../service/src/secrets/passwords.ts';
import { createServer } from '../../../service/src/server/create-server.ts';
import { openService, type Service, type ServiceOptions } from '../../../service/src/server/open-service.ts';
import type { ContentStore } from '../../../service/src/storage/content/content-store.ts';
import type { Tables } from '../../../service/src/storage/tables.ts';
import { DiskChunks } from '../../../service/src/uploads/disk/disk-chunks.ts';
import type { KeptLeases } from '../../../service/src/uploads/kept-leases.ts';
import { LeaseTurns } from '../../../service/src/uploads/lease.ts';
import type { UploadEngine } from '../../../service/src/uploads/upload-engine.ts';
import type { Uploads } from '../../../service/src/uploads/uploads.ts';
import { provisioning } from './sample-provisioning.ts';
import { serversKey, serversOf, testServers } from './servers.ts';

/** Valid scrypt parameters, and fast. */
export const testCost: ScryptCost = { logN: 4, r: 1, p: 1 };

/** A provisioned service in a temporary data folder, with a clock that advances only by `pass`. */
export interface Harness {
  readonly folder: string;
  readonly service: Service;
  readonly server: SoapServer;
  readonly client: RemoteFileServiceClient;
  /** All log lines. */
  readonly log: string[];
  clientFrom(
    peerAddress: string | undefined,
    soap?: SoapVersion,
    headers?: Record<string, string>,
  ): RemoteFileServiceClient;
  /** Advances the clock of the service. */
  pass(milliseconds: number): void;
  now(): number;
  close(): Promise<void>;
}

export async function startHarness(
  options: Partial<ServiceOptions> & { readonly yaml?: string } = {},
): Promise<Harness> {
  const { yaml = provisioning, ...rest } = options;
  const folder = rest.data ?? (await mkdtemp(join(tmpdir(), 'rfs-')));
  // Far enough ahead of the files on the disk to show nothing, and a whole number of milliseconds.
  let time = Date.now();
  const log: string[] = [];
  const servers = testServers();
  const own = servers === undefined ? undefined : await serversOf(folder, servers);
  const service = await openService({
    data: folder,
    ...(own === undefined ? {} : { servers: own.servers, serviceKeys: serversKey }),
    apiUrl: () => 'http://service.example/v2/fileservice.asmx',
    scryptCost: testCost,
    now: () => time,
    log: jsonLogger((line) => log.push(line), 'debug'),
    ...rest,
  });
  await provision(service.state, loadEntities(yaml, 'test.yaml', secretSourceBeside('test.yaml')));
  const server = createServer(service, { trustProxy: rest.trustProxy });
  const clientFrom: Harness['clientFrom'] = (peerAddress, soap = '1.2', headers = {}) =>
    new RemoteFileServiceClient({
      address: 'http://service.example/v2/fileservice.asmx',
      soap,
      headers,
      transport: memoryTransport({ fetch: (request) => server.fetch(request, { peerAddress }) }),
    });
  return {
    folder,
    service,
    server,
    client: clientFrom('192.0.2.1'),
    log,
    clientFrom,
    pass(milliseconds) {
      time += milliseconds;
    },
    now: () => time,
    async close() {
      await service.close();
      await own?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The parts of uploads to the disk. */
export function onDisk({
  parts,
}: UploadEngine): Uploads & { readonly store: ContentStore; readonly leases: KeptLeases } {
  const { chunks, turns } = parts;
  if (!(chunks instanceof DiskChunks && turns instanceof LeaseTurns))
    throw new TypeError('The uploads are not on the disk.');
  return { ...parts, store: chunks.parts.store, leases: turns.kept };
}

/**
 * Creates a provisioned data folder that no process has open, and syncs it. It is a copy: SQLite keeps a closed connection
 * until its prepared statements are collected as garbage, and copies the log to the database then, whoever wrote it.
 */
export async function provisionFolder(data: string): Promise<void> {
  const original = await mkdtemp(join(tmpdir(), 'rfs-provisioned-'));
  const service = await openService({ data: original, apiUrl: () => '', scryptCost: testCost });
  try {
    await provision(service.state, loadEntities(provisioning, 'test.yaml', secretSourceBeside('test.yaml')));
  } finally {
    await service.close();
  }
  await cp(original, data, { recursive: true });
  await rm(original, { recursive: true });
  for (const name of ['', ...(await readdir(data, { recursive: true }))]) {
    const file = await open(join(data, name));
    await file.sync();
    await file.close();
  }
}

/** The session of a token. */
export async function sessionOf(
  { service }: Pick<Harness, 'service'>,
  token: string,
): Promise<Selectable<Tables['session_tokens']> | undefined> {
  const { db, hashes } = service.state;
  const hash = hashes.of('session-token', token);
  return await db.selectFrom('session_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** The stored file of a name in a folder of an account, with its times; undefined if it is invisible. */
export async function fileOf(
  { service }: Pick<Harness, 'service'>,
  folderKey: string,
  name: string,
): Promise<{ readonly bytes: Buffer; readonly writtenTicks: bigint; readonly creationTicks: bigint } | undefined> {
  const { db, hashes } = service.state;
  const row = await db
    .selectFrom('folder_keys')
    .innerJoin('entries', 'entries.parent_id', 'folder_keys.folder_id')
    .select(['content', 'size', 'written_ticks', 'creation_ticks'])
    .where('folder_keys.hash', '=', hashes.of('folder-key', folderKey))
    .where('entries.name', '=', name)
    .executeTakeFirst();
  if (!row?.content) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of service.store.read(row.content)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (row.size !== BigInt(bytes.length))
    throw new Error(`The entry says ${row.size} bytes, and ${bytes.length} are there.`);
  return { bytes, writtenTicks: row.written_ticks ?? 0n, creationTicks: row.creation_ticks ?? 0n };
}
