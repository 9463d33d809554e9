import type { ClientOptions, TransportRequest } from '@soapwright/runtime/client';
import { mtom } from '@soapwright/runtime/client/mtom';
import { SecurityError } from '../../security-error.ts';
import { placeholders, placesOf } from '../signature/part-contents.ts';
import type { MessagePipeline } from './message-pipeline.ts';

type Multipart = NonNullable<ClientOptions['multipart']>;
type WrittenMessage = Parameters<Multipart['write']>[0];
type SentMessage = NonNullable<ReturnType<Multipart['write']>>;

/** A message that is going to be signed, with what it is of. */
interface UnsignedMessage {
  readonly message: WrittenMessage;
  readonly version: Parameters<Multipart['write']>[1];
  readonly call: Parameters<Multipart['write']>[2];
}

const writer = mtom({ send: 'always' });

/** Values of fewer bytes stay in the envelope. */
const threshold = 1024;

type Stream = Exclude<TransportRequest['body'], string | Uint8Array>;

const unsigned = new WeakMap<Stream, UnsignedMessage>();

/** What a stream of a large message was made of. */
export function unsignedMessage(body: Stream | Uint8Array): UnsignedMessage | undefined {
  return body instanceof Uint8Array ? undefined : unsigned.get(body);
}

/** Passes large messages on with their values, so that these are not in memory when the message is signed. */
export const signedMultipart: Multipart = {
  write(message, version, call) {
    const { stream, isLarge } = message;
    if (stream === undefined || !isLarge) return undefined;
    const passed: WrittenMessage = {
      text: undefined,
      isLarge,
      byteLength: message.byteLength,
      isRepeatable: message.isRepeatable,
      bytes: () => message.bytes(),
      pieces: () => message.pieces(),
      async stream(onError) {
        const body = await stream.call(message, onError);
        unsigned.set(body, { message, version, call });
        return body;
      },
    };
    return { message: passed, contentType: version.contentType };
  },
  receive: (_call, _settings, plain) => plain,
  async receiveWhole() {},
};

/**
 * Signs a message with values in parts of their own: each is read twice, for its digest and when it is sent.
 *
 * @throws {SecurityError} `form` for a value that can be read once, and for an attachment.
 */
export async function signedParts(
  { message, version, call }: UnsignedMessage,
  pipeline: MessagePipeline,
): Promise<{ readonly sent: SentMessage; readonly signature: string }> {
  const contents = new Map<string, Blob>();
  const held = { contents, newText: placeholders() };
  const pieces = await Promise.all((message.segments ?? []).map((segment) => envelopePiece(segment, held)));
  if (!message.isRepeatable) {
    throw new SecurityError('form', 'A value that can be read once cannot be signed: its digest is sent before it.');
  }
  const { envelope, signature } = await pipeline.secure(Buffer.concat(pieces), undefined, { contents });
  const segments: (string | Blob)[] = [];
  let at = 0;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (const { blob, start, end } of placesOf(envelope, contents)) {
    segments.push(text.decode(envelope.subarray(at, start)), blob);
    at = end;
  }
  segments.push(text.decode(envelope.subarray(at)));
  const sent = writer.write({ ...emptyMessage, segments }, version, call);
  if (sent === undefined) throw new TypeError('A message with parts was not written.');
  return { sent, signature };
}

const emptyMessage: Omit<WrittenMessage, 'segments'> = {
  text: undefined,
  isLarge: true,
  byteLength: 0,
  isRepeatable: true,
  bytes: () => new Uint8Array(0),
  async *pieces() {},
};

type Segment = NonNullable<WrittenMessage['segments']>[number];

/** Values that are held in parts, and what makes texts for them. */
interface HeldValues {
  readonly contents: Map<string, Blob>;
  newText(): string;
}

/** What the envelope has of a segment: itself, or a text that stands for it. */
async function envelopePiece(segment: Segment, held: HeldValues): Promise<Uint8Array> {
  if (typeof segment === 'string') return Buffer.from(segment);
  if (segment instanceof Uint8Array) return base64Piece(new Blob([segment as Uint8Array<ArrayBuffer>]), held);
  if (!(segment instanceof Blob)) return segment.bytes;
  if (!('content' in segment)) return await base64Piece(segment, held);
  throw new SecurityError('form', 'An attachment beside the envelope is not signed: use a value of xs:base64Binary.');
}

async function base64Piece(blob: Blob, { contents, newText }: HeldValues): Promise<Uint8Array> {
  if (blob.size < threshold) return Buffer.from(Buffer.from(await blob.arrayBuffer()).toString('base64'));
  const text = newText();
  contents.set(text, blob);
  return Buffer.from(text);
}
