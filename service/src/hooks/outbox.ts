import { jsonLine } from '../common/json-line.ts';
import { dateTimeOfTicks } from '../common/ticks.ts';
import { randomId } from '../secrets/secret-tokens.ts';
import type { ApiKey, FolderKey } from '../storage/credentials.ts';
import { type FileContent, pathOfEntry } from '../storage/folder-entries.ts';
import { insertDelivery } from '../storage/hook-deliveries.ts';
import { addToDigests } from '../storage/mail-digests.ts';
import type { Db } from '../storage/tables.ts';
import { tracer } from '../tracing/tracer.ts';

/** A published file. */
export interface Publication {
  readonly chunk: {
    readonly requestId: string;
    readonly apiKey: ApiKey;
    readonly folderKey: FolderKey;
    readonly fileName: string;
  };
  readonly file: FileContent;
  /** Whether it replaced a file of the same name. */
  readonly replaced: boolean;
}

/** The id of an event. */
export function eventId(): string {
  return `msg_${randomId()}`;
}

/** Stores an event for each hook in the transaction of a publication. */
export class Outbox {
  readonly #hooks: readonly string[];
  readonly #mailInterval: number | undefined;
  #listener: () => void = () => undefined;

  /**
   * @param hooks names of the hooks.
   * @param mailInterval milliseconds in which arrived files are collected for a message; undefined: none are sent.
   */
  constructor(hooks: readonly string[], mailInterval?: number) {
    this.#hooks = hooks;
    this.#mailInterval = mailInterval;
  }

  /** Calls a function after commits that may have added events. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** Call it after the commit. */
  notify(): void {
    this.#listener();
  }

  async add(db: Db, publication: Publication, now: number): Promise<void> {
    const { fileName, folderKey } = publication.chunk;
    const folder = (await pathOfEntry(db, folderKey.folderId)) ?? '';
    for (const hook of this.#hooks) {
      const id = eventId();
      const body = publishedEvent(id, folder, publication, now);
      const fileKey = `${folderKey.folderId}/${fileName}`;
      await insertDelivery(db, { id, hook, accountId: folderKey.accountId, fileKey, body }, now);
    }
    if (this.#mailInterval === undefined) return;
    const { size, digest } = publication.file;
    const { folderId, accountId } = folderKey;
    await addToDigests(db, { folderId, accountId, folder, name: fileName, size, digest }, this.#mailInterval, now);
  }
}

/** The event as JSON: see docs/service/get-files-out.md. */
function publishedEvent(id: string, folder: string, { chunk, file, replaced }: Publication, now: number): string {
  const data = {
    path: `${folder}/${chunk.fileName}`,
    account: folder.split('/')[1],
    folder,
    name: chunk.fileName,
    size: file.size,
    sha256: file.digest,
    written: dateTimeOfTicks(file.writtenTicks).toString(),
    created: dateTimeOfTicks(file.creationTicks).toString(),
    replaced,
    apiKey: chunk.apiKey.name,
    folderKey: chunk.folderKey.name,
    requestId: chunk.requestId,
  };
  const { traceparent } = tracer()?.headers() ?? {};
  const trace = traceparent === undefined ? {} : { traceparent };
  return jsonLine({ id, type: 'file.published', timestamp: new Date(now).toISOString(), data, ...trace }).trimEnd();
}
