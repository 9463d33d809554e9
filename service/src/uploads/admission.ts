import { Rejection } from '../common/rejection.ts';
import { StorageError } from '../common/storage-error.ts';
import type { FolderKey } from '../storage/credentials.ts';
import { findReplacedSize } from '../storage/folder-entries.ts';
import { findQuotas, type Policy, type PolicySubject, usedBytes } from '../storage/policies.ts';
import type { Db } from '../storage/tables.ts';
import { mayBeResend } from '../storage/upload-rows.ts';

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

/** How long a sum over all processes is cached, in milliseconds. */
const maxAge = 1_000;

const names = { 'folder-key': 'folder access key', account: 'account', tenant: 'tenant' } as const;

type QuotaKind = keyof typeof names;

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

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Admits new bytes of a file before they are stored. The file that it would replace does not count.
   *
   * @param onVolume whether the bytes are on the volume already, in the spool.
   * @throws {Rejection} `QuotaExceeded`; {@link StorageError} `full`, which names `limits.free`.
   */
  async admit(
    to: { readonly folderKey: FolderKey; readonly fileName: string },
    bytes: bigint,
    onVolume: boolean,
  ): Promise<void> {
    await this.#checkFree(onVolume ? 0 : Number(bytes));
    const exceeded = await this.#exceeded(to, bytes);
    if (exceeded !== undefined) throw exceeded;
    for (const subject of subjectsOf(to.folderKey)) {
      const usage = this.#usage.get(keyOf(subject));
      if (usage !== undefined) usage.bytes += bytes;
    }
  }

  /**
   * Rejects a chunk before its bytes arrive, unless it may be the resend of one that is held.
   *
   * @param bytes that it has at least.
   */
  async checkEarly(folderKey: FolderKey, fileName: string | undefined, bytes: number): Promise<void> {
    if (bytes <= 0) return;
    await this.#checkFree(bytes);
    const exceeded = await this.#exceeded({ folderKey, fileName }, BigInt(bytes));
    if (exceeded === undefined || (await mayBeResend(this.#options.db, folderKey.id, bytes))) return;
    throw exceeded;
  }

  async #checkFree(bytes: number): Promise<void> {
    const { keptFree, free } = this.#options;
    if (keptFree === 0 || bytes === 0) return;
    const left = await free();
    if (left - bytes >= keptFree) return;
    throw new StorageError(
      'full',
      `limit limits.free (${keptFree}) reached: ${left} bytes are free on the volume; free space, or set limits.free lower`,
    );
  }

  async #exceeded(
    { folderKey, fileName }: { readonly folderKey: FolderKey; readonly fileName: string | undefined },
    bytes: bigint,
  ): Promise<Rejection | undefined> {
    const quotas = await this.#quotasOf(folderKey);
    if (quotas.length === 0 || bytes === 0n) return undefined;
    const { db } = this.#options;
    for (const quota of quotas) {
      if ((await this.#used(quota)) + bytes <= quota.value) continue;
      const used = await usedBytes(db, quota);
      this.#usage.set(keyOf(quota), { at: performance.now(), bytes: used });
      const replaced = fileName === undefined ? 0n : await findReplacedSize(db, folderKey.folderId, fileName);
      if (used - replaced + bytes <= quota.value) continue;
      return new Rejection(
        'QuotaExceeded',
        `The quota of the ${names[quota.kind as QuotaKind]} is ${quota.value} bytes, of which ${used} are used; the chunk has ${bytes}. The operator can remove files, or raise the quota.`,
      );
    }
    return undefined;
  }

  /** The quotas that apply, with the defaults where there are none of their own. */
  async #quotasOf(folderKey: FolderKey): Promise<readonly Policy[]> {
    const subjects = subjectsOf(folderKey);
    const own = await findQuotas(this.#options.db, subjects);
    return subjects.flatMap((subject): readonly Policy[] => {
      const found = own.find(({ kind }) => kind === subject.kind);
      if (found !== undefined) return [found];
      const value = this.#options.defaults[subject.kind];
      return value === undefined ? [] : [{ ...subject, value: BigInt(value) }];
    });
  }

  async #used(subject: PolicySubject): Promise<bigint> {
    const key = keyOf(subject);
    const known = this.#usage.get(key);
    const now = performance.now();
    if (known !== undefined && now - known.at < maxAge) return known.bytes;
    const bytes = await usedBytes(this.#options.db, subject);
    if (this.#usage.size >= 10_000) this.#usage.clear();
    this.#usage.set(key, { at: now, bytes });
    return bytes;
  }
}

function subjectsOf({ id, accountId, clientId }: FolderKey): readonly (PolicySubject & { readonly kind: QuotaKind })[] {
  return [
    { kind: 'folder-key', id },
    { kind: 'account', id: accountId },
    ...(clientId === null ? [] : [{ kind: 'tenant', id: String(clientId) } as const]),
  ];
}

function keyOf({ kind, id }: PolicySubject): string {
  return `${kind}:${id}`;
}
