/** A request to the page, without its body. */
export interface ExploreRequest {
  readonly method: string;
  /** As in the request line: path and query. */
  readonly target: string;
  /** Value of a header by its name in lower case; of several, joined as HTTP says. */
  header(name: string): string | undefined;
  /** Reads the body. Rejects with a `TooLarge` if it is longer than the page takes. */
  body(): Promise<Uint8Array>;
}

/** The most bytes of a form, with its files. */
export const largestForm: number = 64 * 1024 * 1024;

/** A body that is longer than `largestForm`. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}
