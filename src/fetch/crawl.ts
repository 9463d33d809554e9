import type { XmlDocument } from '../contract/index.ts';
import { decodeXml, type FileReference, referencesOf } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report, type SourceLocation } from '../diagnostics/index.ts';
import { type DownloadContext, type DownloadResult, download } from './download.ts';
import { recognise } from './recognise.ts';
import { ReferenceTargets, withoutFragment } from './reference-targets.ts';
import { locationRange, type ValueRange } from './rewrite.ts';
import { shownAddress } from './shown-address.ts';

/** A file of the service, as served. */
export interface CrawledFile {
  /** As it was referred to, before redirects. */
  readonly address: URL;
  /** Not its tree, which takes many times the memory. */
  readonly bytes: Buffer;
  readonly kind: 'wsdl' | 'xsd';
  readonly links: readonly Link[];
}

/** A reference to another file of the service. */
export interface Link {
  /** As written. */
  readonly location: string | undefined;
  /** Of its attribute. */
  readonly range: ValueRange;
  /** Key of the file among the crawled ones. */
  readonly target: string;
  /** With its `#`; empty for none. */
  readonly fragment: string;
}

export interface Crawl {
  /** The WSDL first, then level by level in the order of the references. Keys are addresses before redirects. */
  readonly files: ReadonlyMap<string, CrawledFile>;
  /** Keys of files that were referred to by other addresses too, by these addresses. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Namespaces of well-known schemas that need no file. */
  readonly catalogued: readonly string[];
  /** Where well-known schemas are published whose files could not be fetched, by the addresses of these files. */
  readonly standards: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that diagnostics quote, by address. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface CrawlOptions extends DownloadContext {
  /** Warn of references that cannot be followed, and leave them as they are. */
  readonly allowMissing: boolean;
  /** Expand entities that a file itself declares, under the caps of the reader; otherwise a DOCTYPE is refused. */
  readonly internalEntities: boolean;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** How many files are requested at once. */
const concurrency = 6;

/** How many references that are not followed are reported. */
const refusalsAtMost = 50;

/** Fetches a WSDL and everything that it refers to, each file once. */
export async function crawl(main: URL, options: CrawlOptions): Promise<Crawl> {
  const crawler = new Crawler(options);
  await crawler.run(main);
  return crawler;
}

/** The reference that led to a file. */
interface Origin extends Pick<FileReference, 'kind' | 'namespace'> {
  readonly place: SourceLocation;
  /** Of the file that contains the reference. */
  readonly bytes: Buffer;
}

/** A file that waits, with the reference that led to it. */
interface WaitingFile {
  readonly address: URL;
  readonly from?: Origin;
}

class Crawler implements Crawl {
  readonly files: Map<string, CrawledFile> = new Map();
  readonly aliases: Map<string, string> = new Map();
  readonly diagnostics: Diagnostic[] = [];
  readonly sources: Map<string, string> = new Map();
  readonly #options: CrawlOptions;
  readonly #known = new Set<string>();
  readonly #byFinalAddress = new Map<string, string>();
  readonly #targets: ReferenceTargets;
  /** Hosts and schemes that were reported. */
  readonly #reported = new Set<string>();
  #done = 0;

  constructor(options: CrawlOptions) {
    this.#options = options;
    this.#targets = new ReferenceTargets(options.hosts);
  }

  get catalogued(): readonly string[] {
    return this.#targets.catalogued;
  }

  get standards(): ReadonlyMap<string, string> {
    return this.#targets.standards;
  }

  async run(main: URL): Promise<void> {
    const { budget } = this.#options;
    let level: readonly WaitingFile[] = [{ address: withoutFragment(main) }];
    this.#known.add(withoutFragment(main).href);
    for (let depth = 0; level.length > 0; depth++) {
      const [first] = level;
      if (depth > budget.limits.depth && first !== undefined) {
        this.diagnostics.push(budget.exceeded('depth', first.address));
        return;
      }
      const results = await this.#downloadAll(level);
      const next: WaitingFile[] = [];
      for (const [index, wanted] of level.entries()) {
        const result = results[index];
        if (result !== undefined) next.push(...this.#take(wanted, result, depth === 0));
      }
      if (budget.fatal !== undefined) {
        this.diagnostics.push(budget.fatal);
        return;
      }
      level = next;
    }
  }

  /** In the order of the list, whatever order the responses come in. */
  async #downloadAll(level: readonly WaitingFile[]): Promise<readonly (DownloadResult | undefined)[]> {
    const results: (DownloadResult | undefined)[] = [];
    const { budget } = this.#options;
    let next = 0;
    const work = async (): Promise<void> => {
      for (let index = next++; index < level.length && budget.fatal === undefined; index = next++) {
        const wanted = level[index];
        if (wanted === undefined) return;
        this.#options.onProgress?.(
          `Fetching ${this.#done + 1} of ${this.#known.size}: ${shownAddress(wanted.address)}`,
        );
        results[index] = await download(wanted.address, this.#options);
        this.#done++;
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, level.length) }, work));
    return results;
  }

  /** Keeps a response. Returns the files that it refers to and that are not known yet. */
  #take(wanted: WaitingFile, result: DownloadResult, isMain: boolean): readonly WaitingFile[] {
    if (result.kind === 'aborted') return [];
    if (result.kind === 'failed') {
      this.#fail([result.diagnostic], wanted);
      return [];
    }
    const { address, bytes } = result.file;
    const key = wanted.address.href;
    const known = this.#byFinalAddress.get(address.href);
    if (known !== undefined) {
      this.aliases.set(key, known);
      return [];
    }
    this.#byFinalAddress.set(address.href, key);
    const { recognised, diagnostics, text } = recognise(result.file, this.#options.internalEntities);
    if (diagnostics.length > 0) this.sources.set(shownAddress(address), text);
    if (recognised === undefined) {
      this.#fail(diagnostics, wanted);
      return [];
    }
    if (isMain && recognised.kind === 'xsd') {
      this.diagnostics.push(report(kinds.notAWsdl, { address: shownAddress(wanted.address) }));
      return [];
    }
    // Warnings of the reader are for `generate`, which reads the file again.
    this.diagnostics.push(...diagnostics.filter(({ severity }) => severity === 'error'));
    const { document, kind } = recognised;
    const { links, wanted: next } = this.#follow(document, bytes, address);
    this.files.set(key, { address: wanted.address, bytes, kind, links });
    return next;
  }

  /** Finds the references of a file, and those of their targets that are not known yet. */
  #follow(
    document: XmlDocument,
    bytes: Buffer,
    base: URL,
  ): { readonly links: readonly Link[]; readonly wanted: readonly WaitingFile[] } {
    const links: Link[] = [];
    const wanted: WaitingFile[] = [];
    const { budget } = this.#options;
    for (const reference of referencesOf(document.root)) {
      const target = this.#targets.resolve(reference, base);
      if (target.kind === 'none') continue;
      const { address } = target;
      const { kind, namespace, location } = reference;
      const range = locationRange(document, reference);
      const from = { kind, namespace, place: document.findings.place(range), bytes };
      if (target.kind === 'refused') {
        this.#refuse(target.diagnostic, { address, from });
        continue;
      }
      links.push({ location, range, target: address.href, fragment: target.fragment });
      if (this.standards.has(address.href) || this.#known.has(address.href)) continue;
      this.#known.add(address.href);
      wanted.push({ address, from });
      if (this.#known.size > budget.limits.files) {
        budget.fail(budget.exceeded('files', base));
        return { links, wanted: [] };
      }
    }
    return { links, wanted };
  }

  /** Reports a reference that is not followed: once for all that have the same reason. */
  #refuse(diagnostic: Diagnostic, wanted: WaitingFile): void {
    const reason = `${diagnostic.code} ${wanted.address.host}`;
    if (this.#reported.has(reason) || this.#reported.size >= refusalsAtMost) return;
    this.#reported.add(reason);
    this.#fail([diagnostic], wanted);
  }

  #fail(diagnostics: readonly Diagnostic[], { address, from }: WaitingFile): void {
    if (from === undefined) {
      this.diagnostics.push(...diagnostics);
      return;
    }
    if (this.#targets.isStandard(from, address)) return;
    const { place } = from;
    const decoded = decodeXml(from.bytes);
    if (typeof decoded !== 'string' && place.file !== undefined) this.sources.set(place.file, decoded.text);
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    if (this.#options.allowMissing && first !== undefined) {
      const parameters = { address: shownAddress(address), reason: first.message };
      this.diagnostics.push(report(kinds.leftOut, parameters, place));
      return;
    }
    this.diagnostics.push(...diagnostics.map((found) => (found.file === undefined ? { ...found, ...place } : found)));
  }
}
