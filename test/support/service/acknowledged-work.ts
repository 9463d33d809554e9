import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AppendChunkWithFolderAccessKeyRequest,
  RemoteFileServiceClient,
} from '@soapwright/generated/remote-file-service/client';
import { SoapFault } from '@soapwright/runtime/client';
import { sql } from 'kysely';
import { openService, type Service } from '../../../service/src/server/open-service.ts';
import { fileOf } from './harness.ts';

/** Times that a request is sent before it counts as refused for ever: some fail while the disk does. */
const attempts = 8;

class BusyUpload extends Error {}

/** Acknowledged changes until a moment. */
export interface Acknowledged {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
  /** Bytes of unfinished uploads by the names of their files. */
  readonly uploads: ReadonlyMap<string, Buffer>;
}

/**
 * Callers in Anna's folder who send each request until it is acknowledged, and remember the answers. Every round leaves
 * an unfinished upload, whose first chunk is written past the page cache, and creates a folder, a file of one chunk and
 * a file of two.
 */
export class AcknowledgedWork {
  readonly #files = new Map<string, Buffer>();
  readonly #folders: string[] = [];
  readonly #uploads = new Map<string, Buffer>();
  readonly #onAcknowledged: (now: Acknowledged) => void;
  #requests = 0;
  /** Requests that failed. */
  refused = 0;

  constructor(onAcknowledged: (now: Acknowledged) => void = () => undefined) {
    this.#onAcknowledged = onAcknowledged;
  }

  get acknowledged(): Acknowledged {
    return { files: new Map(this.#files), folders: [...this.#folders], uploads: new Map(this.#uploads) };
  }

  /** @param clients of servers on one folder; each request goes to the next one. */
  async round(clients: readonly RemoteFileServiceClient[], name: string): Promise<void> {
    const [first, second] = [Buffer.alloc(30_000, `${name} first `), Buffer.alloc(40_960, `${name} second `)];
    const both = Buffer.concat([first, second]);
    const pages = Buffer.alloc(131_072, `${name} pages `);
    const note = (change: () => void) => {
      change();
      this.#onAcknowledged(this.acknowledged);
    };
    const token = await this.#append(clients, `${name}.part`, pages);
    note(() => this.#uploads.set(`${name}.part`, pages));
    await this.#append(clients, `${name}.part`, second, { Offset: 131_072n, UploadToken: token });
    note(() => this.#uploads.set(`${name}.part`, Buffer.concat([pages, second])));
    await this.#createFolder(clients, name);
    note(() => this.#folders.push(name));
    await this.#append(clients, `${name}.one`, second, { isLastChunk: true });
    note(() => this.#files.set(`${name}.one`, second));
    const other = await this.#append(clients, `${name}.two`, first);
    await this.#append(clients, `${name}.two`, second, { Offset: 30_000n, UploadToken: other, isLastChunk: true });
    note(() => this.#files.set(`${name}.two`, both));
  }

  async #append(
    clients: readonly RemoteFileServiceClient[],
    FileName: string,
    bytes: Buffer,
    rest: Partial<AppendChunkWithFolderAccessKeyRequest> = {},
  ): Promise<string | undefined> {
    const request: AppendChunkWithFolderAccessKeyRequest = {
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName,
      ChunkData: new Blob([new Uint8Array(bytes)]),
      Offset: 0n,
      BytesRead: bytes.length,
      isLastChunk: false,
      ...rest,
    };
    return await this.#untilAcknowledged(clients, async (client) => {
      const { ChunkAppended, ErrorMessage, UploadToken } = await client.AppendChunkWithFolderAccessKey(request);
      if (ChunkAppended) return UploadToken;
      // A server could not release the lease either: it takes it again, and others wait until it expires.
      if (ErrorMessage?.startsWith('Another caller')) throw new BusyUpload();
      throw new Error(`${FileName}: ${ErrorMessage}`);
    });
  }

  async #createFolder(clients: readonly RemoteFileServiceClient[], FolderName: string): Promise<void> {
    const AdminAuthParameters = {
      APIKey: 'key-for-all',
      OrgID: 9_007_199_254_740_993n,
      AdminUserID: 'admin',
      AdminPassword: 'admin-password',
    };
    await this.#untilAcknowledged(clients, (client) =>
      client.AdminCreateFolder({ AdminAuthParameters, Parameters: { Path: '/anna/in', FolderName } }),
    );
  }

  async #untilAcknowledged<T>(
    clients: readonly RemoteFileServiceClient[],
    send: (client: RemoteFileServiceClient) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const client = clients[this.#requests % clients.length];
      if (client === undefined) throw new Error('There is no server.');
      this.#requests += 1;
      try {
        return await send(client);
      } catch (error) {
        const isTransient = error instanceof BusyUpload || (error instanceof SoapFault && error.code === 'Receiver');
        if (!isTransient || attempt === attempts) throw error;
        this.refused += 1;
      }
    }
  }
}

/**
 * Opens a data folder as after a restart of the machine, and names acknowledged data that is missing.
 *
 * @param folder is left as it is: the service works on a copy.
 */
export async function lostOf(folder: string, { files, folders, uploads }: Acknowledged): Promise<readonly string[]> {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'rfs-after-'));
  cpSync(folder, copy, { recursive: true });
  const lost: string[] = [];
  let service: Service | undefined;
  try {
    service = await openService({ data: copy, apiUrl: () => '' });
    for (const [name, bytes] of files) {
      const found = await fileOf({ service }, 'folder-anna-in', name);
      if (!found?.bytes.equals(bytes)) lost.push(`the file ${name}`);
    }
    const { db } = service.state;
    const { rows } = await sql<{ readonly integrity_check: string }>`PRAGMA integrity_check`.execute(db);
    lost.push(...rows.map((row) => row.integrity_check).filter((result) => result !== 'ok'));
    for (const name of folders) {
      const rows = await db.selectFrom('entries').select('id').where('name', '=', name).execute();
      if (rows.length === 0) lost.push(`the folder ${name}`);
    }
    for (const [name, bytes] of uploads) {
      const row = await db.selectFrom('uploads').selectAll().where('file_name', '=', name).executeTakeFirst();
      const part = `${row?.id}.${row?.spool_generation}`;
      const spooled = await readFile(join(copy, 'spool', part)).catch(() => Buffer.alloc(0));
      const isHeld = (row?.held ?? 0n) >= BigInt(bytes.length) && spooled.subarray(0, bytes.length).equals(bytes);
      if (!isHeld) lost.push(`bytes of the upload ${name}: ${row?.held} of ${bytes.length} are held`);
    }
  } finally {
    await service?.close();
    rmSync(copy, { recursive: true, force: true });
  }
  return lost;
}
