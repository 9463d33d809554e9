import type { ReceivedParts } from '../read/received-parts.ts';

/** A part with the Content-ID by which others refer to it. */
export interface NamedPart {
  /** As written; empty without one. */
  readonly id: string;
  readonly body: Uint8Array;
  /** Empty without one. */
  readonly contentType: string;
}

/** A request or a response as it was recorded. */
export interface RecordedMessage {
  /** Path of its file, as the user gave it. */
  readonly file: string;
  /** Which message of the file it is: `entry 3, response`; undefined if it is the only one. */
  readonly part?: string | undefined;
  /** The line of the file that its body begins on, from 1; undefined if the file does not hold the body as it is. */
  readonly line?: number | undefined;
  /** Without the codings of its transfer. */
  readonly body: Uint8Array;
  /** The other parts of a message; undefined where they are not known. */
  readonly parts?: ReceivedParts | undefined;
  /** All parts of a multipart message, its envelope among them; none where they are not known. */
  readonly all?: readonly NamedPart[] | undefined;
  /** Undefined if only its body can tell. */
  readonly direction?: 'request' | 'response' | undefined;
  /** Of a request: SOAPAction, or the parameter `action` of its media type; undefined if its HTTP head was not recorded. */
  readonly action?: string | undefined;
}

/** A request and its response; one of them may not have been recorded. */
export interface Exchange {
  readonly request?: RecordedMessage | undefined;
  readonly response?: RecordedMessage | undefined;
}

/** What files hold. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** Files and entries that are not messages, such as images and HTML pages. */
  readonly others: number;
  readonly problems: readonly RecordingProblem[];
}

/** A recorded message that cannot be decoded. */
export interface RecordingProblem {
  readonly file: string;
  readonly part?: string | undefined;
  /** As a clause: `its Content-Encoding is not known`. */
  readonly reason: string;
}

/** Whether a body can be an envelope: its first character is `<`, after a byte order mark and white space. */
export function looksLikeXml(body: Uint8Array): boolean {
  for (const byte of body.subarray(0, 1000)) {
    if (byte === 0x3c) return true;
    const isSkipped = byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf || byte >= 0xfe;
    if (!isSkipped) return false;
  }
  return false;
}
