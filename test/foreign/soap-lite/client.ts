import { fileURLToPath } from 'node:url';
import { DateTime } from '@soapwright/runtime';
import type { ForeignAnswer } from '../support/case.ts';
import type { TheirClient } from '../support/directions.ts';
import { runProgram } from '../support/program.ts';

const script = fileURLToPath(new URL('client.pl', import.meta.url));

/** Values as `client.pl` is given them, which names their types. */
function given(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    return {
      array: `xsd:${typeof value[0] === 'bigint' ? 'long' : 'string'}`,
      items: value.map((item) => given(item)),
    };
  }
  if (value instanceof Map) {
    return { map: Object.fromEntries([...value].map(([key, item]) => [key, given(item)])) };
  }
  if (typeof value === 'object' && !(value instanceof DateTime) && !(value instanceof Uint8Array)) {
    const fields = Object.entries(value).map(([field, one]) => [field, given(one, field)]);
    return { struct: 'tns:Book', fields: Object.fromEntries(fields) };
  }
  return { type: typeOf(value, name), value: shown(value) };
}

function typeOf(value: unknown, name: string): string {
  if (name === 'price') return 'decimal';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof DateTime) return 'dateTime';
  return value instanceof Uint8Array ? 'base64Binary' : 'string';
}

/** Values as `client.pl` prints them: all are texts, and bytes are texts of their characters. */
function shown(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof DateTime) return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (Array.isArray(value)) return value.map(shown);
  if (value instanceof Map) return shown(Object.fromEntries(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

export const soapLiteClient: TheirClient = {
  name: 'SOAP::Lite',
  notation: given,
  shown,
  async call(calls, { wsdl, address }) {
    const jobs = calls.map(({ operation, request, requestHeaders = {} }) => ({
      operation,
      input: Object.entries(request as object).map(([name, value]) => [name, given(value)]),
      headers: Object.fromEntries(Object.entries(requestHeaders).map(([name, value]) => [name, given(value)])),
    }));
    const output = await runProgram('perl', [script], { input: JSON.stringify({ wsdl, address, calls: jobs }) });
    const answers = JSON.parse(output) as readonly (ForeignAnswer & { readonly result?: readonly unknown[] })[];
    return answers.map((answer) => ({ ...answer, result: withoutList(answer.result ?? []) }));
  },
};

/** `client.pl` prints the parts of a response as a list. */
function withoutList(parts: readonly unknown[]): unknown {
  return parts.length > 1 ? parts : (parts[0] ?? null);
}
