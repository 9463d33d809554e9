import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { disk, type FileSystem, generatorIdentity } from '../../contract/index.ts';
import { packageFolder } from '../../diagnostics/index.ts';
import { holdsAny, type LoadedService, oneOperation } from './one-operation.ts';
import { describedOperation, type ServiceOperation } from './service-operation.ts';

/** The operations of a service, without their messages. */
export interface ServiceList {
  /** Of the service. */
  readonly name: string;
  readonly operations: readonly ServiceOperation[];
}

/** The disk, and digests of all files that were read or looked for. */
export class DigestedFiles implements FileSystem {
  readonly digests: Map<string, string | null> = new Map();

  readonly realPath: FileSystem['realPath'] = (path) => disk.realPath(path);

  readonly readBytes: FileSystem['readBytes'] = (path, file) => {
    const read = disk.readBytes(path, file);
    this.digests.set(path, read.bytes === undefined ? null : digestOf(read.bytes));
    return read;
  };
}

interface Head extends ServiceList {
  /** Digests of files; null for one that did not exist. */
  readonly files: readonly (readonly [path: string, digest: string | null])[];
  /** When it was stored, in milliseconds since 1970. */
  readonly time: number;
}

const defaultMost = 256 * 2 ** 20;
/** How long a contract from an address is used, in milliseconds. */
const longestFetched = 10 * 60_000;

interface OwnFiles {
  isOwnFolder(path: string): boolean;
  readOwn(path: string, forbidden?: number): Buffer | undefined;
  writeOwn(path: string, content: Buffer): void;
}

interface CacheFolders {
  cacheFolder(environment: NodeJS.ProcessEnv, platform: string): string | undefined;
}

/**
 * Contracts that were loaded before, in the user's cache folder: one file lists the operations, one has the whole contract,
 * and one what each operation needs that was used. A contract is loaded anew after any of its files has changed, and by another
 * version. Files that another user can write are not read.
 */
export class ContractCache {
  readonly #folder: string;
  readonly #own: OwnFiles;
  readonly #mostBytes: number;
  #identity: string | undefined;

  private constructor(folder: string, own: OwnFiles, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#own = own;
  }

  /** Undefined where the user has no cache folder. @param environment its XDG_CACHE_HOME names another folder. @param mostBytes of all files together. */
  static open(environment: NodeJS.ProcessEnv, mostBytes: number = defaultMost): ContractCache | undefined {
    const load = createRequire(packageFolder);
    const { cacheFolder } = load('./bin/code-cache.js') as CacheFolders;
    const folder = cacheFolder(environment, process.platform);
    return folder === undefined
      ? undefined
      : new ContractCache(join(folder, 'contracts'), load('./bin/own-files.js') as OwnFiles, mostBytes);
  }

  /** @param settings all that the contract depends on beside the content of its files. */
  entry(settings: readonly unknown[]): CacheEntry {
    this.#identity ??= generatorIdentity();
    return new CacheEntry(this, digestOf(JSON.stringify([this.#identity, ...settings])).slice(0, 40));
  }

  /** The content of a file; undefined for one that is missing, damaged, or of another user. */
  read(name: string): Buffer | undefined {
    if (!this.#isOwn()) return undefined;
    const path = join(this.#folder, name);
    const data = this.#own.readOwn(path, 0o077);
    const content = data?.subarray(32);
    if (content === undefined || data?.subarray(0, 32).equals(sha256(content)) !== true) return undefined;
    try {
      // The files that were not used for the longest time are removed first.
      utimesSync(path, new Date(), new Date());
    } catch {
      // Another run has removed it.
    }
    return content;
  }

  write(name: string, content: Buffer): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!this.#isOwn()) return;
      this.#own.writeOwn(join(this.#folder, name), Buffer.concat([sha256(content), content]));
      this.#removeOld();
    } catch {
      // Without it the next run takes longer.
    }
  }

  /** Removes the files whose names begin so. */
  remove(beginning: string): void {
    try {
      if (!this.#isOwn()) return;
      for (const name of readdirSync(this.#folder))
        if (name.startsWith(beginning)) unlinkSync(join(this.#folder, name));
    } catch {
      // Another run has removed it.
    }
  }

  #isOwn(): boolean {
    try {
      return this.#own.isOwnFolder(this.#folder);
    } catch {
      return false;
    }
  }

  #removeOld(): void {
    const files = readdirSync(this.#folder).map((name) => {
      const path = join(this.#folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    });
    let total = 0;
    for (const { path, size } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
      total += size;
      if (total > this.#mostBytes) unlinkSync(path);
    }
  }
}

/** One contract in the cache. */
export class CacheEntry {
  readonly #cache: ContractCache;
  readonly #name: string;
  #head: { readonly list: Head; readonly stamp: string } | undefined;

  constructor(cache: ContractCache, name: string) {
    this.#cache = cache;
    this.#name = name;
  }

  /** The operations; undefined if the contract is not in the cache, or has changed. @param now in milliseconds since 1970. */
  list(now: number = Date.now()): ServiceList | undefined {
    if (this.#head !== undefined) return this.#head.list;
    const content = this.#cache.read(`${this.#name}.list`);
    if (content === undefined) return undefined;
    const list = parsed(content);
    if (list === undefined || !isCurrent(list, now)) return undefined;
    this.#head = { list, stamp: digestOf(content).slice(0, 16) };
    return list;
  }

  /**
   * The contract with its service: what the operation needs, or the whole one.
   *
   * @param operation undefined for the whole.
   * @param forExample whether examples of its messages are made.
   */
  find(operation?: string, forExample = false): LoadedService | undefined {
    const stamp = this.list() && this.#head?.stamp;
    if (stamp === undefined) return undefined;
    if (operation === undefined) return this.#read(`${stamp}.all`);
    const file = `${stamp}.${digestOf(operation).slice(0, 16)}`;
    const kept = this.#read(file);
    if (kept !== undefined && !(forExample && holdsAny(kept.service))) return kept;
    const whole = this.#read(`${stamp}.all`);
    return whole && this.#part(whole, operation, file, forExample);
  }

  /**
   * Keeps a contract that was loaded.
   *
   * @param files that it was loaded from; none for one that was fetched.
   * @returns what `find` would.
   */
  store(whole: LoadedService, files: DigestedFiles | undefined, operation?: string, forExample = false): LoadedService {
    const list: Head = {
      files: [...(files?.digests ?? [])],
      time: Date.now(),
      name: whole.service.name,
      operations: whole.service.operations.map(describedOperation),
    };
    const content = Buffer.from(JSON.stringify(list));
    const stamp = digestOf(content).slice(0, 16);
    this.#cache.remove(`${this.#name}.`);
    this.#write(`${stamp}.all`, whole);
    this.#cache.write(`${this.#name}.list`, content);
    if (operation === undefined) return whole;
    return this.#part(whole, operation, `${stamp}.${digestOf(operation).slice(0, 16)}`, forExample);
  }

  /** Keeps what an operation needs. */
  #part(whole: LoadedService, operation: string, file: string, forExample: boolean): LoadedService {
    const part = oneOperation(whole, operation);
    if (part !== undefined) this.#write(file, part);
    return part === undefined || (forExample && holdsAny(part.service)) ? whole : part;
  }

  #read(file: string): LoadedService | undefined {
    const content = this.#cache.read(`${this.#name}.${file}`);
    try {
      return content && (deserialize(content) as LoadedService);
    } catch {
      return undefined;
    }
  }

  #write(file: string, { contract, service }: LoadedService): void {
    this.#cache.write(`${this.#name}.${file}`, serialize({ contract, service }));
  }
}

function parsed(content: Buffer): Head | undefined {
  try {
    return JSON.parse(content.toString('utf8')) as Head;
  } catch {
    return undefined;
  }
}

function isCurrent({ files, time }: Head, now: number): boolean {
  if (files.length === 0) return now >= time && now - time < longestFetched;
  return files.every(([path, digest]) => digestOfFile(path) === digest);
}

/** Null for a file that does not exist; undefined for one that can be read only once. */
function digestOfFile(path: string): string | null | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    return digestOf(readFileSync(path));
  } catch {
    return null;
  }
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
