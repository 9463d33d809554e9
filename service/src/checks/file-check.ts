/** A file that has arrived, and is not published. */
export interface ArrivedFile {
  readonly id: string;
  /** Path that it will have: `/account/folder/file`. */
  readonly path: string;
  readonly size: bigint;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  /** Reads its bytes from the start. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Result of a check. */
export type Verdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      /** For the sender of the file, and for the operator. */
      readonly reason: string;
    };

export const accepted: Verdict = { accepted: true };

/** A program or service of the operator that decides whether a file is published. */
export interface FileCheck {
  readonly name: string;
  /** The command or address, for the operator. */
  readonly target: string;
  /** Milliseconds for a file. */
  readonly timeout: number;
  /** What happens to a file without a verdict. */
  readonly withoutVerdict: 'reject' | 'accept';
  /** @throws {NoVerdict} when it is not reached, fails or takes too long; and what reading the file throws. */
  check(file: ArrivedFile, signal: AbortSignal): Promise<Verdict>;
}

/** A check gave no verdict. The message has fixed texts and numbers, and goes to the log. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
}

const mostCharacters = 200;

/** A reason as a line of at most 200 characters, without control characters. */
export function reasonOf(text: string): string {
  const [line = ''] = text
    .split(/[\r\n]+/)
    .map((each) => each.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, ' ').trim())
    .filter((each) => each !== '');
  const characters = [...line];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : line;
}
