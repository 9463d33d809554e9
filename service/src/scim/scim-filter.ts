import { ScimError } from './scim-error.ts';

/** `attribute eq value`: the attribute as it was written, its value as in JSON. */
export interface Comparison {
  readonly attribute: string;
  readonly value: unknown;
}

/** Most comparisons of a filter. */
const most = 10;

const comparison = /^\s*([A-Za-z][\w.:$-]*)\s+(\S+)\s+("(?:[^"\\]|\\.)*"|[^\s"\])]+)\s*/;

/**
 * Parses a filter (RFC 7644, 3.4.2.2) of comparisons with `eq` that `and` joins; case of the operators does not matter.
 *
 * @throws {ScimError} `invalidFilter` for every other one.
 */
export function parseFilter(filter: string): readonly Comparison[] {
  const found: Comparison[] = [];
  for (let rest = filter; ; ) {
    const [whole = '', attribute = '', operator = '', value = ''] = comparison.exec(rest) ?? [];
    if (operator.toLowerCase() !== 'eq' || found.length === most) throw unsupported(filter);
    found.push({ attribute, value: literalOf(value, filter) });
    rest = rest.slice(whole.length);
    if (rest === '') return found;
    if (!/^and\s/i.test(rest)) throw unsupported(filter);
    rest = rest.slice(4);
  }
}

function literalOf(text: string, filter: string): unknown {
  try {
    return JSON.parse(/^(?:true|false)$/i.test(text) ? text.toLowerCase() : text);
  } catch {
    throw unsupported(filter);
  }
}

function unsupported(filter: string): ScimError {
  const shown = filter.slice(0, 100);
  const text = `The filter ${shown} is not supported: up to ${most} comparisons with eq, joined by and.`;
  return new ScimError(400, text, 'invalidFilter');
}
