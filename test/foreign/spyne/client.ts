import { DateTime } from '@soapwright/runtime';
import { type Input, zeep } from '../../interop/foreign.ts';
import type { ForeignAnswer } from '../support/case.ts';
import type { TheirClient } from '../support/directions.ts';

const namespace = 'urn:fleet';

/** Values as `clients/call.py` is given them. */
function given(value: unknown): Input {
  if (value === null) return { $nil: true };
  if (typeof value === 'object' && '$type' in value) {
    const { $type, ...fields } = value;
    return { $type: [namespace, String($type)], ...(mapped(fields, given) as object) };
  }
  return mapped(value, given);
}

/** Values as `clients/call.py` prints them: None is nil, an absent value and an empty text. */
function shown(value: unknown, name?: string): Input {
  if (value === '' || value === undefined) return null;
  if (name === 'price' || name === 'load') return { $decimal: String(value) };
  // A timedelta of Python.
  if (name === 'took') return String(value).replace('P1DT2H', '1 day, 2:00:00');
  return mapped(value, shown);
}

function mapped(value: unknown, map: (value: unknown, name?: string) => Input): Input {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return { $long: String(value) };
  if (value instanceof DateTime) return value.toString().replace(/Z$/, '+00:00');
  if (value instanceof Uint8Array) return { $base64: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map((item) => map(item));
  if (typeof value !== 'object' || value === null) return value as Input;
  const fields = Object.entries(value).filter(([name, field]) => name !== '$type' && field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, map(field, name)]));
}

/** zeep, which reads the WSDL at run time. spyne has no client of its own. */
export const zeepClient: TheirClient = {
  name: 'zeep',
  notation: given,
  shown: (value) => unwrapped(withoutNone(shown(value))),
  async call(calls, { wsdl }) {
    const answers = await zeep.call({
      wsdl,
      soap: '1.1',
      calls: calls.map(({ operation, sent, requestHeaders = {} }) => ({
        operation,
        input: sent as Input,
        headers: Object.entries(requestHeaders).map(([name, value]) => ({
          namespace,
          name,
          value: given(value),
        })),
      })),
    });
    return answers.map((answer): ForeignAnswer => {
      const [result, headers] = [answer.result, answer.headers].map((seen) => unwrapped(withoutNone(seen ?? null)));
      return { ...answer, result, headers };
    });
  },
};

/** zeep returns the only field of a record in a response instead of the record, and None for an empty one. */
function unwrapped(value: Input): Input {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [[name, only] = [], ...others] = Object.entries(value);
  return name?.startsWith('$') || others.length > 0 ? value : unwrapped(only ?? null);
}

/** Without the attributes of Python's objects that are None. */
function withoutNone(value: Input): Input {
  if (Array.isArray(value)) return value.map(withoutNone);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNone(field)]));
}
