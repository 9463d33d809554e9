import { DateTime } from '@soapwright/runtime';
import { type Answer, type Input, php } from '../../interop/foreign.ts';
import type { ForeignAnswer } from '../support/case.ts';
import type { TheirClient } from '../support/directions.ts';

/** Values as `clients/call.php` writes them. */
function phpNotation(value: unknown): Input {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return { $long: String(value) };
  if (value instanceof DateTime) return value.toString();
  if (value instanceof Uint8Array) {
    return value.length === 0 ? '' : { $base64: Buffer.from(value).toString('base64') };
  }
  if (Array.isArray(value)) return value.map(phpNotation);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, phpNotation(item)]));
  if (typeof value !== 'object' || value === null) return value as Input;
  const fields = Object.entries(value).filter(([name, field]) => name !== '$type' && field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, phpNotation(field)]));
}

/** PHP's SoapClient, which reads the WSDL at run time. In rpc style it is given the parts of a message as a list. */
export const phpClient = (style: 'document' | 'rpc', soap: '1.1' | '1.2', namespace: string): TheirClient => ({
  name: 'PHP SoapClient',
  notation: phpNotation,
  async call(calls, { wsdl }) {
    const answers = await php.call({
      wsdl,
      soap,
      calls: calls.map(({ operation, sent, requestHeaders = {} }) => ({
        operation,
        input: style === 'rpc' ? (Object.values(sent as object) as Input[]) : (sent as Input),
        headers: Object.entries(requestHeaders).map(([name, value]) => ({
          namespace,
          name,
          value: phpNotation(value),
        })),
      })),
    });
    return style === 'rpc' ? answers : answers.map(withoutWrappers);
  },
});

/** A wrapped response and the detail of a fault are objects with one property. */
function withoutWrappers({ result, headers, fault }: Answer): ForeignAnswer {
  return {
    result: onlyProperty(result),
    headers,
    fault: fault && { ...fault, detail: onlyProperty(fault.detail) },
  };
}

function onlyProperty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || '$long' in value) return value;
  const properties: readonly unknown[] = Object.values(value);
  return properties.length === 1 && !('_' in value) ? properties[0] : value;
}
