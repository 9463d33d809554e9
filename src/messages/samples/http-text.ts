import { actionOf, BodyError, decodedBody, decodedParts, type HttpFields, joinedChunks } from './http-body.ts';
import type { Exchange, RecordedMessage, Recording, RecordingProblem } from './recorded-message.ts';

const startLine = /^(?:[A-Z]{3,12} \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}[^\r\n]*)\r?\n/;
const nextStartLine = /\r?\n(?=(?:[A-Z]{3,12} \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}[^\r\n]*)\r?\n)/g;

export function isHttpText(bytes: Uint8Array): boolean {
  return startLine.test(Buffer.from(bytes.subarray(0, 20_000)).toString('latin1').trimStart());
}

interface Head {
  readonly isRequest: boolean;
  /** Whether it is a response such as `100 Continue`, which the final one follows. */
  readonly isInterim: boolean;
  readonly fields: HttpFields;
  /** In bytes, with the empty line after it. */
  readonly length: number;
}

/** A message, or what is wrong with it. */
type Read = { readonly message: RecordedMessage } | { readonly problem: RecordingProblem };

/** Reads a file of HTTP messages with their heads: requests, each perhaps followed by its response. */
export function readHttpText(file: string, bytes: Uint8Array): Recording {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = messagesIn(content);
  const exchanges: Exchange[] = [];
  const problems: RecordingProblem[] = [];
  let others = 0;
  let request: RecordedMessage | undefined;
  for (const [index, one] of found.entries()) {
    const part = found.length === 1 ? undefined : `message ${index + 1}`;
    const read = readMessage({ file, part }, content, one);
    if ('problem' in read) problems.push(read.problem);
    else if (read.message.body.length === 0) others++;
    else if (one.head.isRequest) {
      if (request !== undefined) exchanges.push({ request });
      request = read.message;
      continue;
    } else {
      exchanges.push({ request, response: read.message });
    }
    if (!one.head.isRequest && request !== undefined) {
      if ('problem' in read || read.message.body.length === 0) exchanges.push({ request });
      request = undefined;
    }
  }
  if (request !== undefined) exchanges.push({ request });
  return { exchanges, others, problems };
}

interface FoundMessage {
  readonly head: Head;
  /** Offset of the body in the file. */
  readonly start: number;
  /** Without its chunks. */
  readonly body: Uint8Array;
  readonly isAsInFile: boolean;
}

function messagesIn(content: Buffer): readonly FoundMessage[] {
  const text = content.toString('latin1');
  const found: FoundMessage[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const head = headAt(text, at);
    if (head === undefined) break;
    const start = at + head.length;
    if (head.isInterim) {
      at = start;
      continue;
    }
    nextStartLine.lastIndex = Math.max(0, start - 2);
    const next = nextStartLine.exec(text)?.index ?? text.length;
    const rest = content.subarray(start);
    const chunks = /chunked/i.test(head.fields.get('transfer-encoding') ?? '') ? joinedChunks(rest) : undefined;
    const length = chunks?.length ?? lengthOf(head, text, start) ?? Math.max(0, next - start);
    found.push({ head, start, body: chunks?.data ?? rest.subarray(0, length), isAsInFile: chunks === undefined });
    at = skipSpace(text, start + length);
  }
  return found;
}

/** The Content-Length, unless an editor has changed the body: then no message begins there. */
function lengthOf({ fields }: Head, text: string, start: number): number | undefined {
  const stated = fields.get('content-length');
  if (stated === undefined || !/^\d{1,10}$/.test(stated)) return undefined;
  const end = skipSpace(text, start + Number(stated));
  return end === text.length || startLine.test(text.slice(end, end + 2_000)) ? Number(stated) : undefined;
}

function headAt(text: string, at: number): Head | undefined {
  const first = startLine.exec(text.slice(at, at + 20_000));
  if (first === null) return undefined;
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = at + first[0].length - 2;
  const end = blank.exec(text);
  const stop = end === null ? text.length : end.index;
  const lines = text.slice(at + first[0].length, Math.max(at + first[0].length, stop)).split(/\r?\n/);
  const fields = new Map(
    lines.flatMap((line): readonly [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
  const length = (end === null ? text.length : end.index + end[0].length) - at;
  const isInterim = /^HTTP\/\S+ 1/.test(first[0]);
  return { isRequest: !first[0].startsWith('HTTP/'), isInterim, fields, length };
}

function readMessage(
  { file, part }: Pick<RecordedMessage, 'file' | 'part'>,
  content: Buffer,
  { head, start, body, isAsInFile }: FoundMessage,
): Read {
  try {
    const { body: decoded, parts } = decodedBody(body, head.fields);
    const line = isAsInFile && decoded === body ? lineAt(content, start) : undefined;
    const direction = head.isRequest ? 'request' : 'response';
    const action = head.isRequest ? actionOf(head.fields) : undefined;
    const all = decodedParts(body, head.fields);
    return { message: { file, part, line, body: decoded, parts, all, direction, action } };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    return { problem: { file, part, reason: error.message } };
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return Math.min(at, text.length);
}

function lineAt(content: Buffer, offset: number): number {
  let line = 1;
  for (let at = content.indexOf(0x0a); at !== -1 && at < offset; at = content.indexOf(0x0a, at + 1)) line++;
  return line;
}
