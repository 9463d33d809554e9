import { joinedPieces } from '../../bytes/byte-pieces.ts';
import { MultipartParser } from '../../mime/multipart-parser.ts';
import { withPartDefaults } from '../../mime/part-options.ts';
import { envelopeType, relatedType } from '../../mime/related-type.ts';
import { parseContentType } from '../../soap/content-type.ts';
import { bodyExcerpt, startText } from '../body-excerpt.ts';
import { findHeader } from '../http-headers.ts';
import type { CapturedBody } from './captured-start.ts';
import { maskedDocument } from './masked-envelope.ts';
import { looksSecret } from './secret-names.ts';

/** A body for people: its envelope with secrets masked, one line for each other part, or what it is. */
export function loggedBody(body: CapturedBody, headers: readonly string[], sensitive: ReadonlySet<string>): string {
  const { bytes, length } = body;
  const contentType = findHeader(headers, 'content-type');
  const coding = findHeader(headers, 'content-encoding');
  if (length === 0) return '';
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return `[${length} bytes, ${oneWord(coding)}]`;
  const related = relatedType(contentType);
  if (related === undefined) return single(body, contentType, sensitive);
  const { root, rootType, lines, error } = partsOf(bytes, related.boundary, related.start);
  const shown =
    root === undefined
      ? '[the root is not in the beginning of the message]'
      : single(root, envelopeType(rootType, related), sensitive);
  const end = length > bytes.length ? [`[${length} bytes in all, the first ${bytes.length} were read]`] : [];
  if (error !== undefined && length === bytes.length) end.push(`[a malformed multipart message: ${messageOf(error)}]`);
  return [shown, ...lines, ...end].join('\n');
}

function single(
  { bytes, length }: CapturedBody,
  contentType: string | undefined,
  sensitive: ReadonlySet<string>,
): string {
  const type = parseContentType(contentType ?? '');
  const mediaType = type?.mediaType ?? '';
  const isMarkup = /xml/.test(mediaType) || (mediaType !== 'text/html' && beginsWithMarkup(bytes, type?.charset));
  if (!isMarkup) {
    const about = `[${length} bytes${mediaType === '' ? '' : ` of ${oneWord(mediaType)}`}]`;
    if (!/^text\/|json/.test(mediaType)) return about;
    const excerpt = bodyExcerpt(startText(bytes, type?.charset));
    // A page names a password where it asks for it; other texts may hold one.
    const isSecret = mediaType !== 'text/html' && excerpt.match(/[\w-]+/g)?.some(looksSecret) === true;
    return isSecret ? `${about} (not shown since it may hold secrets)` : `${about} ${excerpt}`;
  }
  const { text, error } = maskedDocument(bytes, type?.charset, sensitive);
  if (length > bytes.length) return `${text}\n[${length} bytes in all, the first ${bytes.length} were read]`;
  return error === undefined ? text : `${text}\n[not read from here: ${messageOf(error)}; ${length} bytes in all]`;
}

interface LoggedParts {
  readonly root: CapturedBody | undefined;
  readonly rootType: string | undefined;
  /** One for each other part. */
  readonly lines: readonly string[];
  readonly error: unknown;
}

function partsOf(bytes: Uint8Array, boundary: string, start: string | undefined): LoggedParts {
  const parts: {
    id: string | undefined;
    type: string | undefined;
    size: number;
    pieces: Uint8Array[];
    ended: boolean;
  }[] = [];
  const parser = new MultipartParser(boundary, withPartDefaults(), ({ id, contentType: type }) => {
    const part = { id, type, size: 0, pieces: [] as Uint8Array[], ended: false };
    parts.push(part);
    return {
      write: (piece) => {
        part.size += piece.length;
        if (start === undefined ? parts.length === 1 : id === start) part.pieces.push(piece.slice());
        return undefined;
      },
      end: () => {
        part.ended = true;
        return undefined;
      },
    };
  });
  let error: unknown;
  try {
    parser.add(bytes)?.catch(() => undefined);
    parser.end();
  } catch (thrown) {
    error = thrown;
  }
  const root = start === undefined ? parts[0] : parts.find(({ id }) => id === start);
  const lines = parts.flatMap((part) => {
    if (part === root) return [];
    const size = part.ended ? `${part.size} bytes` : `${part.size} bytes or more`;
    return [
      `[part ${oneWord(part.id ?? 'without a Content-ID')}: ${oneWord(part.type ?? 'no Content-Type')}, ${size}]`,
    ];
  });
  return {
    root: root && { bytes: joinedPieces(root.pieces, root.size), length: root.size },
    rootType: root?.type,
    lines,
    error,
  };
}

function beginsWithMarkup(bytes: Uint8Array, charset: string | undefined): boolean {
  return startText(bytes.subarray(0, 1024), charset).trimStart().charCodeAt(0) === 0x3c;
}

/** The messages of the reader quote no values. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.name === 'XmlError' ? error.message : 'it cannot be read';
}

function oneWord(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
