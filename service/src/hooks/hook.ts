/** An event to be delivered. */
export interface HookEvent {
  /** Stable over retries: a receiver drops an id that it has seen. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** Result of an attempt. */
export type HookResult =
  | { readonly delivered: true }
  | {
      readonly delivered: false;
      /** For the operator: fixed texts and numbers, never text of the receiver. */
      readonly reason: string;
      /** Whether the receiver wants no further attempt. */
      readonly isFinal: boolean;
      /** The last lines that a command printed. */
      readonly output?: string;
    };

/** An attempt to deliver an event. */
export interface HookAttempt {
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the service's clock. */
  readonly now: number;
}

/** A receiver of events. */
export interface Hook {
  readonly name: string;
  /** The command or address, for the operator. */
  readonly target: string;
  /** Milliseconds for an attempt. */
  readonly timeout: number;
  /** Milliseconds from an event to the first attempt; default 0. */
  readonly delay?: number;
  /** Milliseconds until the service gives up. */
  readonly retryFor: number;
  /** Whether the log has a command's output: it may contain the names of files, or secrets. */
  readonly logOutput: boolean;
  /** Delivers an event. Never rejects. */
  deliver(event: HookEvent, attempt: HookAttempt): Promise<HookResult>;
}

/** A failed attempt that is to be repeated. */
export function failed(reason: string, output?: string): HookResult {
  return { delivered: false, reason, isFinal: false, ...(output === undefined || output === '' ? {} : { output }) };
}
