import { contract as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import type { Located } from './shape.ts';

/** A `${NAME:-default}` in the text of a contract. */
export interface VariableUse {
  readonly name: string;
  readonly default: string;
}

/** Text between variables, and the variables. */
export type Template = readonly (string | VariableUse)[];

/** Undefined after reporting what is wrong with a variable in it. A `$` without a brace behind it is text. */
export function readTemplate({ text, at }: Located, findings: Findings): Template | undefined {
  const parts: (string | VariableUse)[] = [];
  let good = true;
  let from = 0;
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', from)) {
    parts.push(text.slice(from, start));
    const close = text.indexOf('}', start);
    const end = close === -1 ? text.length : close + 1;
    const variable = text.slice(start, end);
    const use = parseVariable(variable);
    if (typeof use === 'string') {
      good = false;
      findings.add(kinds.badVariable, { variable, reason: use }, findings.within(at, variable, from));
    } else {
      parts.push(use);
    }
    from = end;
  }
  parts.push(text.slice(from));
  return good ? parts : undefined;
}

/** The variable, or what is wrong with it. */
function parseVariable(variable: string): VariableUse | string {
  if (!variable.endsWith('}')) return 'it has no closing brace';
  const inner = variable.slice(2, -1);
  const split = inner.indexOf(':-');
  const name = split === -1 ? inner : inner.slice(0, split);
  if (inner.includes('${')) return 'a default cannot hold another variable';
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return /^[A-Za-z_][A-Za-z0-9_]*[-:=?+]/.test(name)
      ? 'only ":-" may follow the name'
      : 'its name is not letters, digits and "_"';
  }
  return split === -1 ? 'it has no default' : { name, default: inner.slice(split + 2) };
}

/** As a shell does it: a variable that is not set, or empty, has its default. */
export function expand(template: Template, environment: Readonly<Record<string, string | undefined>>): string {
  const value = ({ name, default: otherwise }: VariableUse): string =>
    (Object.hasOwn(environment, name) && environment[name]) || otherwise;
  return template.map((part) => (typeof part === 'string' ? part : value(part))).join('');
}
