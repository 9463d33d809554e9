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
      /** For the operator: fixed texts and numbers, never what the receiver sent. */
      readonly reason: string;
      /** Whether the receiver wants no further attempt. */
      readonly isFinal: boolean;
      /** The last lines that a command printed. */
      readonly output?: string;
    };

/** A receiver of events. */
export interface Hook {
  readonly name: string;
  /** What is run or called, for the operator. */
  readonly target: string;
  /** Milliseconds for an attempt. */
  readonly timeout: number;
  /** Milliseconds until the service gives up. */
  readonly retryFor: number;
  /** Delivers an event. Never rejects. @param signal ends the attempt. */
  deliver(event: HookEvent, signal: AbortSignal): Promise<HookResult>;
}

/** A failed attempt that is to be repeated. */
export function failed(reason: string, output?: string): HookResult {
  return { delivered: false, reason, isFinal: false, ...(output === undefined || output === '' ? {} : { output }) };
}
