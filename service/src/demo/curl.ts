import { description } from '@soapwright/generated/remote-file-service/description';

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands between tags or in a quoted attribute, in XML and in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? '');
}

/** A field of a request: its name, and its text or its own fields. */
export type Field = readonly [name: string, content: string | readonly Field[]];

/** A line for a POSIX shell that calls an operation over SOAP 1.2. */
export function curl(address: string, operation: string, fields: readonly Field[]): string {
  const request = `<${operation} xmlns="${escaped(description.namespace)}">${fieldsOf(fields)}</${operation}>`;
  return `${post(address)} ${quoted(`${before}${request}${after}`)}`;
}

/** A shell function of two parameters, operation and fields, that calls an operation over SOAP 1.2. */
export function curlFunction(name: string, address: string): string {
  // In double quotes, for the parameters to count: so the envelope has single ones.
  const request = `<$1 xmlns='${escaped(description.namespace)}'>$2</$1>`;
  return `${name}() { ${post(address)} "${before.replaceAll('"', "'")}${request}${after}"; echo; }`;
}

/** Fields as they stand in a request. */
export function fieldsOf(fields: readonly Field[]): string {
  return fields
    .map(
      ([name, content]) => `<${name}>${typeof content === 'string' ? escaped(content) : fieldsOf(content)}</${name}>`,
    )
    .join('');
}

/** One argument for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, without quotes where a shell needs none. */
export function word(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : quoted(text);
}

const before = '<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>';
const after = '</soap12:Body></soap12:Envelope>';

function post(address: string): string {
  return `curl -sS ${quoted(address)} -H 'Content-Type: application/soap+xml; charset=utf-8' --data-binary`;
}
