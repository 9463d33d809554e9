import { parseParameters } from './media-type.ts';

/** The Content-Type of a message of several parts. */
export interface RelatedType {
  readonly boundary: string;
  /** Content-ID of the root without angle brackets; undefined: the first part. */
  readonly start: string | undefined;
  /** Whether the root has references of XOP; otherwise the parts are attachments of SOAP (SOAP with Attachments). */
  readonly isXop: boolean;
  /** Media type of the envelope, where the header says it. */
  readonly envelopeType: string | undefined;
  /** SOAP 1.2: the action; undefined without one. */
  readonly action: string | undefined;
}

const xop = 'application/xop+xml';

/** Reads the Content-Type of a multipart/related message; undefined for any other, and without a valid boundary. */
export function relatedType(header: string | undefined): RelatedType | undefined {
  const parsed = header === undefined ? undefined : parseParameters(header);
  if (parsed?.value !== 'multipart/related') return undefined;
  const { parameters } = parsed;
  const boundary = parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > 256 || /[\r\n]/.test(boundary)) return undefined;
  const type = parameters.get('type')?.toLowerCase();
  const info = parseParameters(parameters.get('start-info') ?? '');
  const isXop = type === xop;
  return {
    boundary,
    start: parameters
      .get('start')
      ?.trim()
      .replace(/^<(.*)>$/s, '$1'),
    isXop,
    envelopeType: isXop ? info?.value || undefined : type,
    action: parameters.get('action') ?? info?.parameters.get('action'),
  };
}

/** The Content-Type of the envelope in a root: of the root, or else of the message. */
export function envelopeType(root: string | undefined, message: RelatedType): string {
  const own = rootType(root);
  const mediaType = (own?.isXop === false ? own.mediaType : own?.mediaType || message.envelopeType) || 'text/xml';
  return own?.charset === undefined ? mediaType : `${mediaType}; charset=${own.charset}`;
}

/** The media type and charset of the envelope in a root: of `type` for XOP, else its own. */
function rootType(
  contentType: string | undefined,
): { readonly mediaType: string; readonly charset: string | undefined; readonly isXop: boolean } | undefined {
  const parsed = contentType === undefined ? undefined : parseParameters(contentType);
  if (parsed === undefined) return undefined;
  const charset = parsed.parameters.get('charset')?.toLowerCase();
  if (parsed.value !== xop) return { mediaType: parsed.value, charset, isXop: false };
  const type = parseParameters(parsed.parameters.get('type') ?? '');
  return { mediaType: type?.value ?? '', charset, isXop: true };
}
