import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import type { FolderKey } from '../storage/credentials.ts';
import { findReplacedSize } from '../storage/folder-entries.ts';
import { findQuotas, type Policy, type PolicySubject, usedBytes } from '../storage/policies.ts';
import type { Db } from '../storage/tables.ts';
import { mayBelong } from '../storage/upload-rows.ts';

/** Bytes that all folder access keys, accounts and tenants without a quota of their own may hold; undefined: no limit. */
export interface DefaultQuotas {
  readonly 'folder-key': number | undefined;
  readonly account: number | undefined;
  readonly tenant: number | undefined;
}

export interface AdmissionOptions {
  readonly db: Db;
  readonly defaults: DefaultQuotas;
  /** Bytes that must remain free on the volume: `limits.free`. */
  readonly keptFree: number;
  /** Free bytes on the volume. */
  readonly free: () => Promise<number>;
}

/** No limits. */
export const unlimited: Omit<AdmissionOptions, 'db'> = {
  defaults: { 'folder-key': undefined, account: undefined, tenant: undefined },
  keptFree: 0,
  free: async () => Number.POSITIVE_INFINITY,
};

/** How long sums, quotas and the free space are cached, in milliseconds. */
const maxAge = 1_000;

/** How long the quotas are cached for a request whose bytes arrive, in milliseconds; as long as its keys. */
const maxArrival = 10_000;

const names = { 'folder-key': 'folder access key', account: 'account', tenant: 'tenant' } as const;

type QuotaKind = keyof typeof names;

type Quota = Policy & { readonly kind: QuotaKind };

interface Quotas {
  readonly at: number;
  readonly list: readonly Quota[];
}

/** The key and name of a file; the name is undefined where it has not arrived. */
interface Target {
  readonly folderKey: FolderKey;
  readonly fileName: string | undefined;
}

interface Usage {
  readonly at: number;
  bytes: bigint;
}

/**
 * Decides whether there is room for more bytes: quotas of the folder access key, its account and its tenant, and the space
 * that is kept free on the volume. Sums are cached for a second, so chunks that arrive at the same time, in this and other
 * processes, may exceed a quota by their size.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #usage = new Map<string, Usage>();
  /** By the id of a folder access key. */
  readonly #quotas = new Map<string, Quotas>();
  /** By the folder access key as it was read for a request. */
  readonly #arriving = new WeakMap<FolderKey, Quotas>();
  #space: { readonly at: number; left: number } | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Admits new bytes of a file before they are stored. The file that it would replace does not count.
   *
   * @param onVolume whether the bytes are on the volume already, in the spool.
   * @param held bytes of the file that are held already.
   * @throws {Rejection} `QuotaExceeded`; {@link StorageError} `full`, which names `limits.free`.
   */
  async admit(to: Target, bytes: bigint, onVolume: boolean, held = 0n): Promise<void> {
    await this.#checkFree(onVolume ? 0 : Number(bytes));
    const exceeded = await this.#exceeded(to, bytes, held);
    if (exceeded !== undefined) throw exceeded;
    if (this.#space !== undefined) this.#space.left -= Number(bytes);
    for (const subject of subjectsOf(to.folderKey)) {
      const usage = this.#usage.get(subjectKey(subject));
      if (usage !== undefined) usage.bytes += bytes;
    }
  }

  /**
   * Rejects a chunk before its bytes arrive, unless it may belong to an upload: the token that tells comes after them.
   *
   * @param bytes that it has at least.
   */
  async checkEarly(folderKey: FolderKey, fileName: string | undefined, bytes: number): Promise<void> {
    if (bytes <= 0) return;
    await this.#checkFree(bytes);
    const exceeded = await this.#exceeded({ folderKey, fileName }, BigInt(bytes), 0n);
    if (exceeded === undefined) return;
    if (await mayBelong(this.#options.db, { folderKeyId: folderKey.id, fileName }, bytes)) return;
    throw exceeded;
  }

  async #checkFree(bytes: number): Promise<void> {
    const { keptFree, free } = this.#options;
    if (keptFree === 0 || bytes === 0) return;
    if (isFresh(this.#space) && this.#space.left - bytes >= keptFree) return;
    this.#space = { at: performance.now(), left: await free() };
    const { left } = this.#space;
    if (left - bytes >= keptFree) return;
    throw new StorageError(
      'full',
      `limit limits.free (${keptFree}) reached: ${left} bytes are free on the volume; free space, or set limits.free lower`,
    );
  }

  async #exceeded(to: Target, bytes: bigint, held: bigint): Promise<Rejection | undefined> {
    if (bytes === 0n) return undefined;
    const { folderKey } = to;
    const known = this.#knownQuotas(folderKey);
    if (known !== undefined && (await this.#firstExceeded(known.list, bytes)) === undefined) return undefined;
    const list = await this.#quotasOf(folderKey);
    limitSize(this.#quotas);
    const read = { at: performance.now(), list };
    this.#quotas.set(folderKey.id, read);
    this.#arriving.set(folderKey, read);
    const exceeded = await this.#firstExceeded(list, bytes);
    return exceeded === undefined ? undefined : await this.#rejectionOf(to, bytes, held);
  }

  /** The cached quotas of a request; undefined: they must be read. */
  #knownQuotas(folderKey: FolderKey): Quotas | undefined {
    const arriving = this.#arriving.get(folderKey);
    if (isFresh(arriving, maxArrival)) return arriving;
    const known = this.#quotas.get(folderKey.id);
    if (!isFresh(known)) return undefined;
    this.#arriving.set(folderKey, known);
    return known;
  }

  async #firstExceeded(quotas: readonly Quota[], bytes: bigint): Promise<Quota | undefined> {
    for (const quota of quotas) if ((await this.#used(quota)) + bytes > quota.value) return quota;
    return undefined;
  }

  /** Decides by the sums of now; undefined when there is room, since a file is replaced or was removed. */
  async #rejectionOf(to: Target, bytes: bigint, held: bigint): Promise<Rejection | undefined> {
    const { db } = this.#options;
    const { folderKey, fileName } = to;
    const replaced = fileName === undefined ? 0n : await findReplacedSize(db, folderKey.folderId, fileName);
    for (const quota of await this.#quotasOf(folderKey)) {
      const used = await this.#refreshed(quota);
      if (used - replaced + bytes <= quota.value) continue;
      return new Rejection(
        'QuotaExceeded',
        `The quota of the ${names[quota.kind]} is ${quota.value} bytes: ${used - held} are used by other files, and this one has at least ${held + bytes}. Nothing of it is kept. Have the operator remove files or raise the quota, then send it from its beginning.`,
      );
    }
    return undefined;
  }

  /** The quotas that apply, with the defaults where there are none of their own. */
  async #quotasOf(folderKey: FolderKey): Promise<readonly Quota[]> {
    const subjects = subjectsOf(folderKey);
    const own = await findQuotas(this.#options.db, subjects);
    return subjects.flatMap((subject): readonly Quota[] => {
      const found = own.find(({ kind }) => kind === subject.kind)?.value;
      const fallback = this.#options.defaults[subject.kind];
      const value = found ?? (fallback === undefined ? undefined : BigInt(fallback));
      return value === undefined ? [] : [{ ...subject, value }];
    });
  }

  async #used(subject: PolicySubject): Promise<bigint> {
    const known = this.#usage.get(subjectKey(subject));
    return isFresh(known) ? known.bytes : await this.#refreshed(subject);
  }

  async #refreshed(subject: PolicySubject): Promise<bigint> {
    const bytes = await usedBytes(this.#options.db, subject);
    limitSize(this.#usage);
    this.#usage.set(subjectKey(subject), { at: performance.now(), bytes });
    return bytes;
  }
}

function isFresh<Cached extends { readonly at: number }>(cached: Cached | undefined, most = maxAge): cached is Cached {
  return cached !== undefined && performance.now() - cached.at < most;
}

/** Empties a cache that has grown large. */
function limitSize(cache: Map<string, unknown>): void {
  if (cache.size >= 10_000) cache.clear();
}

function subjectsOf({ id, accountId, clientId }: FolderKey): readonly (PolicySubject & { readonly kind: QuotaKind })[] {
  return [
    { kind: 'folder-key', id },
    { kind: 'account', id: accountId },
    ...(clientId === null ? [] : [{ kind: 'tenant', id: String(clientId) } as const]),
  ];
}

function subjectKey({ kind, id }: PolicySubject): string {
  return `${kind}:${id}`;
}
