import { description } from '@soapwright/generated/remote-file-service/description';
import { escaped } from '../common/html.ts';

/** A field of a request: its name, and its text or its own fields. */
export type Field = readonly [name: string, content: string | readonly Field[]];

/** A POSIX shell command that calls an operation with SOAP 1.2. */
export function curl(address: string, operation: string, fields: readonly Field[]): string {
  const request = `<${operation} xmlns="${escaped(description.namespace)}">${fieldsOf(fields)}</${operation}>`;
  return `${post(address)} ${quoted(`${before}${request}${after}`)}`;
}

/** A shell function with two parameters, operation and fields, that calls an operation with SOAP 1.2. */
export function curlFunction(name: string, address: string): string {
  // In double quotes, so that the shell expands the parameters; so the envelope uses single quotes.
  const request = `<$1 xmlns='${escaped(description.namespace)}'>$2</$1>`;
  return `${name}() { ${post(address)} "${before.replaceAll('"', "'")}${request}${after}"; echo; }`;
}

/** Fields as XML. */
export function fieldsOf(fields: readonly Field[]): string {
  return fields
    .map(
      ([name, content]) => `<${name}>${typeof content === 'string' ? escaped(content) : fieldsOf(content)}</${name}>`,
    )
    .join('');
}

/** Quotes an argument for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, without quotes if a shell needs none. */
export function word(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : quoted(text);
}

const before = '<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>';
const after = '</soap12:Body></soap12:Envelope>';

function post(address: string): string {
  return `curl -sS ${quoted(address)} -H 'Content-Type: application/soap+xml; charset=utf-8' --data-binary`;
}
