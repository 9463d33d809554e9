import type { DescribedOperation, DryRequest, FieldLine, ServiceOperation } from '../messages/index.ts';

/** The operations of a service with the first lines of their documentation. */
export function operationsText(service: string, operations: readonly ServiceOperation[]): string {
  const width = Math.max(...operations.map(({ name }) => name.length));
  const lines = operations.map(({ name, doc = '', isOneWay }) => {
    const [sentence = ''] = doc.trim().split(/(?<=\.)\s|\n/);
    return `  ${name.padEnd(width)}  ${isOneWay ? '(one-way) ' : ''}${sentence}`.trimEnd();
  });
  return `${service}\n${lines.join('\n')}\n`;
}

/** Values to fill in. */
export interface Examples {
  readonly data: unknown;
  /** By the names of header blocks. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The fields of a request, and values to fill in. */
export function describedText({ operation, fields, headers }: DescribedOperation, examples: Examples): string {
  const doc = operation.doc === undefined ? '' : `${operation.doc.trim()}\n`;
  const blocks = headers.map(({ name, required, fields: own }) => {
    const example = quoted(`${name}=${JSON.stringify(examples.headers[name])}`);
    return `\nHeader block ${name}${required ? ', required' : ''}\n${table(own)}\n--soap-header ${example}\n`;
  });
  const data = JSON.stringify(examples.data, undefined, 2);
  return `${operation.name}\n${doc}\n${table(fields)}${blocks.join('')}\n${data}\n`;
}

function table(fields: readonly FieldLine[]): string {
  if (fields.length === 0) return '  (no fields)\n';
  const path = Math.min(48, Math.max(...fields.map((field) => field.path.length)));
  const type = Math.min(40, Math.max(...fields.map((field) => field.type.length)));
  const lines = fields.map((field) => {
    const need = field.required ? 'required' : 'optional';
    return `  ${field.path.padEnd(path)}  ${field.type.padEnd(type)}  ${need}  ${field.doc}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/** The command that sends the envelope from standard input. */
export function curlText({ address, soapVersion, soapAction }: DryRequest): string {
  const headers =
    soapVersion === '1.1'
      ? ['Content-Type: text/xml; charset=utf-8', `SOAPAction: "${soapAction}"`]
      : ['Content-Type: application/soap+xml; charset=utf-8'];
  const options = headers.map((header) => `-H ${quoted(header)}`).join(' ');
  return `curl -sS ${options} --data-binary @- ${quoted(address)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
