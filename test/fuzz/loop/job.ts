export interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The position of a counter. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** What run.js asks a thread to do. */
export interface Job {
  readonly target: string;
  readonly mode: 'fuzz' | 'replay' | 'distil';
  readonly places: readonly Place[];
  readonly seeds: readonly Input[];
  readonly dictionary: readonly string[];
  readonly seed: number;
  /** Limits of time and of runs. */
  readonly milliseconds: number | undefined;
  readonly runs: number | undefined;
  /** Bytes of an input. */
  readonly most: number;
  /** Milliseconds between two lines about how it goes. */
  readonly every: number;
  readonly firstOnly: boolean;
  /** The number of the run and the length of its input, and the input: what hangs is found there. */
  readonly shared: SharedArrayBuffer;
}

/** A message of a thread. */
export type Message =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'input'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'kept'; readonly files: readonly Input[] }
  | {
      readonly kind: 'finding';
      readonly oracle: string;
      readonly text: string;
      readonly name: string;
      readonly bytes: Uint8Array;
    };
