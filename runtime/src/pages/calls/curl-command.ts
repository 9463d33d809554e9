import { type RelatedFrame, relatedFrame } from '../../mime/related-frame.ts';
import type { Version } from '../../soap/version.ts';
import { soap11 } from '../../soap/version.ts';
import type { AttachedPart } from '../attached-parts.ts';
import { envelopeText, type Message } from '../envelope-text.ts';
import type { OperationDescription, PagesDescription } from '../pages-description.ts';
import { requestContentType } from '../sent-request.ts';
import { isSecret, placeholder, placeholderOf } from './secret-variables.ts';

/** A request, as commands show it. */
export interface CalledRequest {
  readonly operation: OperationDescription;
  readonly version: Version;
  readonly message: Message;
  /** Absolute. */
  readonly address: string;
  /** Sensitive values that may be shown. */
  readonly known: ReadonlySet<string>;
}

/**
 * A command for a POSIX shell that sends the request. Sensitive values are environment variables.
 *
 * @throws {SecretXml} if it cannot be shown.
 */
export function curlCommand(service: PagesDescription, request: CalledRequest): string {
  const { operation, version, message, address, known } = request;
  const envelope = envelopeText(service, version, message, (value) =>
    isSecret(value, known) && value.kind !== 'raw' && value.field ? placeholderOf(value.field) : value.text,
  );
  const { parts = [] } = message;
  const isMultipart = parts.length > 0 || service.requiresMtom === true;
  const frame = isMultipart ? requestFrame(service, request) : undefined;
  const headers = [`Content-Type: ${frame?.contentType ?? requestContentType(service, operation, version)}`];
  if (version === soap11) headers.push(`SOAPAction: "${operation.soapAction}"`);
  const contents = frame
    ? [formOf('root', '<-', frame.rootHead), ...parts.map((part) => partOf(frame, part))]
    : ['--data-binary @-'];
  const lines = [
    `curl -sS ${quoted(address)}`,
    ...headers.map((header) => `  -H ${quoted(header)}`),
    ...contents.map((content) => `  ${content}`),
  ];
  lines.push(`${lines.pop()} <<${delimiterOf(envelope)}`);
  return `${lines.join(' \\\n')}\n${expanded(envelope)}\n${delimiterOf(envelope)}`;
}

/** curl appends a boundary of its own. */
function requestFrame(service: PagesDescription, { operation, version }: CalledRequest): RelatedFrame {
  const { soapAction } = operation;
  const action = soapAction === '' ? undefined : soapAction;
  const frame = relatedFrame(version, { boundary: '', start, isXop: service.requiresMtom === true, action });
  return { ...frame, contentType: frame.contentType.replace(' boundary="";', '') };
}

const start = 'root@soapwright';

/** A file with the name of its field is sent as a part. */
function partOf(frame: RelatedFrame, { name, contentType, id }: AttachedPart): string {
  return formOf(name, `@${name}`, frame.partHead(contentType, id));
}

/** A part of a form as curl takes it. @param head its header, in lines. */
function formOf(name: string, source: string, head: string): string {
  const fields = head.split('\r\n').filter((line) => /^Content-(?:Type|ID):/.test(line));
  const headers = fields.map((field) => `;headers="${field.replace(/["\\]/g, '\\$&')}"`);
  return `-F ${quoted(`${name}=${source}${headers.join('')}`)}`;
}

/** Quotes an argument for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text of a here-document, in which a shell expands variables. */
function expanded(text: string): string {
  return text.replace(/[\\$`]/g, '\\$&').replace(placeholder, (_, name: string) => `\${${name}}`);
}

/** A line that the text does not have. */
function delimiterOf(text: string): string {
  let delimiter = 'XML';
  for (let count = 2; text.split('\n').includes(delimiter); count++) delimiter = `XML${count}`;
  return delimiter;
}
