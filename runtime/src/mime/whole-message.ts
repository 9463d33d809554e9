import { encodeUtf8 } from '#bytes';
import { type SoapVersion, versionNamed } from '../soap/version.ts';
import { malformed } from './mime-error.ts';
import { MultipartParser } from './multipart-parser.ts';
import { withPartDefaults } from './part-options.ts';
import { sentType } from './part-types.ts';
import { Pieces } from './pieces.ts';
import { type FrameOptions, relatedFrame } from './related-frame.ts';
import { envelopeType, relatedType } from './related-type.ts';

/** A part of a message beside its envelope, in memory. */
export interface MessagePart {
  /** Content-ID without angle brackets; the empty string without one. */
  readonly id: string;
  /** Empty without one. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A multipart message in memory. */
export interface WholeMessage {
  readonly envelope: Uint8Array;
  /** Content-Type of the envelope. */
  readonly contentType: string;
  readonly parts: readonly MessagePart[];
}

/** Reads a multipart message; undefined for a Content-Type of one part. @throws {XmlError} for a malformed message. */
export function readWholeMessage(contentType: string, body: Uint8Array): WholeMessage | undefined {
  const type = relatedType(contentType);
  if (type === undefined) return undefined;
  const found: { readonly id: string; readonly contentType: string; readonly pieces: Pieces }[] = [];
  const parser = new MultipartParser(type.boundary, withPartDefaults(), (head) => {
    const pieces = new Pieces();
    found.push({ id: head.id ?? '', contentType: head.contentType ?? '', pieces });
    return { write: (piece) => pieces.add(piece), end: () => undefined };
  });
  parser.add(body);
  parser.end();
  const root = type.start === undefined ? found[0] : found.find(({ id }) => id === type.start);
  if (root === undefined) throw malformed('its root is missing');
  const others = found.filter((one) => one !== root);
  return {
    envelope: root.pieces.whole(),
    contentType: envelopeType(root.contentType || undefined, type),
    parts: others.map(({ pieces, ...head }) => ({ ...head, content: pieces.whole() })),
  };
}

/** Writes a multipart message. @returns its bytes with their Content-Type. */
export function writeWholeMessage(
  version: SoapVersion,
  envelope: Uint8Array,
  parts: readonly MessagePart[],
  options: FrameOptions,
): { readonly contentType: string; readonly body: Uint8Array } {
  const frame = relatedFrame(versionNamed(version), options);
  const body = new Pieces();
  body.add(encodeUtf8(frame.rootHead));
  body.add(envelope);
  for (const { id, contentType, content } of parts) {
    body.add(encodeUtf8(frame.partHead(sentType(contentType), id)));
    body.add(content);
  }
  body.add(encodeUtf8(frame.end));
  return { contentType: frame.contentType, body: body.whole() };
}
