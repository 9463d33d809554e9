import type { Version } from '../../soap/version.ts';
import { soap11 } from '../../soap/version.ts';
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
  const headers = [`Content-Type: ${requestContentType(service, operation, version)}`];
  if (version === soap11) headers.push(`SOAPAction: "${operation.soapAction}"`);
  const lines = [
    `curl -sS ${quoted(address)}`,
    ...headers.map((header) => `  -H ${quoted(header)}`),
    `  --data-binary @- <<${delimiterOf(envelope)}`,
  ];
  return `${lines.join(' \\\n')}\n${expanded(envelope)}\n${delimiterOf(envelope)}`;
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
