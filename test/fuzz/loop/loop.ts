import { createHash } from 'node:crypto';
import { mutate } from '../mutate/index.ts';
import { Finding } from '../oracle/finding.ts';
import { Random } from '../random.ts';
import type { Target } from '../target/index.ts';
import { Coverage } from './coverage.ts';
import type { Job, Message } from './job.ts';
import { shorten } from './shorten.ts';

/**
 * Places that a run may pass: a constant, and more for each byte. Reading takes linear time: the targets, which read
 * an input some twenty times, pass up to 800 for each byte of elements with nothing but a declaration, however many.
 */
const STEPS = 20_000;
const STEPS_A_BYTE = 1_000;

interface Entry {
  readonly bytes: Uint8Array;
  /** How often it was changed. */
  picks: number;
}

/** Runs inputs, keeps those that reach something new, and changes those further. */
export class Loop {
  readonly coverage: Coverage;
  readonly #job: Job;
  readonly #target: Target;
  readonly #say: (message: Message) => void;
  readonly #random: Random;
  readonly #corpus: Entry[] = [];
  readonly #known = new Set<string>();
  readonly #progress: Int32Array;
  readonly #current: Uint8Array;
  #executions = 0;
  /** Of one byte, at most. */
  #steepest = 0;

  constructor(job: Job, target: Target, say: (message: Message) => void) {
    this.#job = job;
    this.#target = target;
    this.#say = say;
    this.#random = new Random(job.seed);
    // A quarter of the time would go into unused stack traces.
    if (job.mode === 'fuzz') Error.stackTraceLimit = 0;
    this.coverage = new Coverage(job.places.length);
    this.#progress = new Int32Array(job.shared, 0, 2);
    this.#current = new Uint8Array(job.shared, 8);
  }

  /** Runs one input, and returns its finding, if any. */
  execute(bytes: Uint8Array): Finding | undefined {
    const length = Math.min(bytes.length, this.#current.length);
    this.#current.set(bytes.subarray(0, length));
    Atomics.store(this.#progress, 1, length);
    Atomics.store(this.#progress, 0, (++this.#executions & 0x3fffffff) + 1);
    this.coverage.begin();
    try {
      this.#target.run(bytes);
      const steps = this.coverage.steps();
      if (steps > STEPS + (this.#target.stepsAByte ?? STEPS_A_BYTE) * bytes.length) {
        return new Finding('time', `${steps} steps for ${bytes.length} bytes`);
      }
      if (bytes.length > 0) this.#steepest = Math.max(this.#steepest, Math.round(steps / (bytes.length + 100)));
      return undefined;
    } catch (error) {
      if (error instanceof Finding) return error;
      throw error;
    }
  }

  replay(): void {
    for (const { name, bytes } of this.#job.seeds) {
      const finding = this.execute(bytes);
      if (finding === undefined) this.#line(`${name}: nothing is found.`);
      else this.#say({ kind: 'finding', oracle: finding.oracle, text: finding.message, name, bytes });
    }
  }

  run(): void {
    const started = Date.now();
    for (const { bytes } of this.#job.seeds) if (this.#try(bytes) && this.#job.firstOnly) return;
    const { milliseconds, runs, most, dictionary } = this.#job;
    if (this.#corpus.length === 0) this.#corpus.push({ bytes: new Uint8Array(0), picks: 0 });
    this.#report(started, 'seeds');
    const material = { dictionary, other: (): Uint8Array => this.#random.pick(this.#corpus).bytes };
    let next = started + this.#job.every;
    for (let at = 1; ; at++) {
      if (runs !== undefined && at > runs) break;
      if (at % 256 === 0) {
        const now = Date.now();
        if (runs === undefined && now - started > (milliseconds ?? 0)) break;
        if (now > next) {
          this.#report(started, 'running');
          next = now + this.#job.every;
        }
      }
      const found = this.#try(mutate(this.#pick().bytes, this.#random, material, most));
      if (found && this.#job.firstOnly) break;
    }
    this.#report(started, 'done');
  }

  /** One of two that was changed less often, the shorter one of equals. */
  #pick(): Entry {
    const [one, other] = [this.#random.pick(this.#corpus), this.#random.pick(this.#corpus)];
    const weight = ({ picks, bytes }: Entry): number => picks * (64 + bytes.length);
    const entry = weight(one) <= weight(other) ? one : other;
    entry.picks++;
    return entry;
  }

  /** Runs an input, and keeps it if it reaches something new; returns whether there is a finding. */
  #try(bytes: Uint8Array): boolean {
    const finding = this.execute(bytes);
    if (finding !== undefined) {
      this.#found(finding, bytes);
      return true;
    }
    const news = this.coverage.news();
    if (news === undefined) return false;
    const print = this.coverage.fingerprint();
    const short = shorten(
      bytes,
      48,
      (less) => this.execute(less) === undefined && this.coverage.fingerprint() === print,
    );
    this.#corpus.push({ bytes: short, picks: 0 });
    const place = this.#job.places[news[0] as number];
    this.#say({ kind: 'input', name: `${place?.name ?? 'seed'}-${hashOf(short)}.xml`, bytes: short });
    return false;
  }

  #found(finding: Finding, bytes: Uint8Array): void {
    const { key, oracle } = finding;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const short = shorten(bytes, 2_000, (less) => this.execute(less)?.key === key);
    Error.stackTraceLimit = 10;
    const text = this.execute(short)?.message ?? finding.message;
    Error.stackTraceLimit = 0;
    this.#say({ kind: 'finding', oracle, text, name: `${oracle}-${hashOf(short)}.xml`, bytes: short });
  }

  #report(started: number, what: string): void {
    const seconds = Math.max(0.001, (Date.now() - started) / 1_000);
    const { reached } = this.coverage;
    const all = this.#job.places.length;
    this.#line(
      `${this.#job.target} ${what}: ${Math.round(seconds)} s, ${this.#executions} runs, ${Math.round(this.#executions / seconds)} a second, ` +
        `${this.#corpus.length} inputs kept, ${reached} of ${all} places reached (${((reached / all) * 100).toFixed(1)} %), ` +
        `${this.#steepest} steps a byte at most, ${this.#target.figures()}, ${this.#known.size} findings`,
    );
  }

  #line(text: string): void {
    this.#say({ kind: 'line', text });
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8);
}
