/** What is broken: faults.js has its fields explained. */
export interface Fault {
  readonly id: string;
  readonly title?: string;
  readonly needs: readonly string[];
  readonly prepare?: string;
  readonly break: string;
  readonly mend?: string;
  readonly after?: string;
  readonly signIn?: boolean;
  readonly callers?: RegExp;
  readonly alerts: readonly string[];
  readonly short?: boolean;
}

/** A running installation, whose units and commands are found by `run`. */
export interface Installation {
  readonly folder: string;
  readonly data: string;
  readonly certificate?: string | undefined;
  readonly processes: readonly { readonly unit: string; readonly url: string; readonly metrics: string }[];
  /** Runs commands by bash. @returns their output, of both streams. @throws when one fails, if `strict` (default). */
  run(script: string, options?: { readonly strict?: boolean }): string;
  close(): void;
}

export interface Result {
  readonly id: string;
  readonly title: string;
  /** The minute of the fault in which each alert fires first. */
  readonly alerts: readonly { readonly name: string; readonly minute: number }[];
  /** Minutes after the end of the fault. */
  readonly clears: number;
  /** What callers got. */
  readonly callers: string;
  /** From the first command of the handbook to the next acknowledged chunk. */
  readonly seconds: number;
  readonly chunks: number;
  readonly files: number;
  /** Acknowledged files that are not there. */
  readonly missing: number;
  /** Acknowledged files that are in the data folder, and not in the restored database. */
  readonly toCopy: number;
}

/** Breaks an installation, and mends it. @throws {Error} when something is not as expected. */
export declare function play(site: Installation, fault: Fault): Promise<Result>;
