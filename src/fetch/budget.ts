import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { doubled, type FetchLimits, type LimitName, limitText } from './fetch-limits.ts';
import { shownAddress } from './shown-address.ts';

/** What one run may still use: bytes, files and time. */
export class Budget {
  readonly limits: FetchLimits;
  readonly #deadline: number;
  readonly #watches = new Set<Watch>();
  #bytes = 0;
  #fatal: Diagnostic | undefined;

  constructor(limits: FetchLimits) {
    this.limits = limits;
    this.#deadline = performance.now() + limits.time * 1000;
  }

  /** Supervises one request: its signal aborts when nothing arrives, or when the time of the run is over. */
  watch(address: URL): Watch {
    const watch = new Watch(address, this, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    return watch;
  }

  /** In milliseconds. */
  get remainingTime(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** Counts bytes; false if they are more than all files may have. */
  spend(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= this.limits['total-size'];
  }

  /** Why the whole run has failed. */
  get fatal(): Diagnostic | undefined {
    return this.#fatal;
  }

  /** Ends the run and all its requests. */
  fail(diagnostic: Diagnostic): void {
    this.#fatal ??= diagnostic;
    for (const watch of [...this.#watches]) watch.abort();
  }

  exceeded(name: LimitName, address: URL): Diagnostic {
    const limit = limitText(name, this.limits);
    return report(kinds.tooMuch, {
      address: shownAddress(address),
      name,
      what: excess[name].replace('{limit}', limit),
      more: doubled(name, this.limits),
    });
  }
}

const excess: Readonly<Record<LimitName, string>> = {
  'file-size': 'the file has more than {limit}',
  'total-size': 'all files together have more than {limit}',
  files: 'the service has more than {limit} files',
  time: 'the whole service is not fetched after {limit}',
  'idle-time': 'the server sent nothing for {limit}',
  depth: 'it is more than {limit} references away from the WSDL',
  redirects: 'there are more than {limit} redirects',
};

/** The supervision of one request. */
export class Watch {
  /** The limit that ended this request alone. */
  exceeded: Diagnostic | undefined;
  readonly #controller = new AbortController();
  readonly #address: URL;
  readonly #budget: Budget;
  readonly #onStop: () => void;
  readonly #overall: NodeJS.Timeout;
  #idle: NodeJS.Timeout;

  constructor(address: URL, budget: Budget, onStop: () => void) {
    this.#address = address;
    this.#budget = budget;
    this.#onStop = onStop;
    this.#overall = setTimeout(() => this.end('time'), budget.remainingTime);
    this.#idle = this.#startIdle();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived. */
  alive(): void {
    clearTimeout(this.#idle);
    this.#idle = this.#startIdle();
  }

  /** Aborts the request because of a limit, and the whole run if the limit is that of the run. */
  end(name: LimitName): void {
    const diagnostic = this.#budget.exceeded(name, this.#address);
    if (name === 'time' || name === 'total-size') this.#budget.fail(diagnostic);
    else this.exceeded ??= diagnostic;
    this.abort();
  }

  abort(): void {
    this.#controller.abort();
  }

  stop(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#overall);
    this.#onStop();
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(() => this.end('idle-time'), this.#budget.limits['idle-time'] * 1000);
  }
}
