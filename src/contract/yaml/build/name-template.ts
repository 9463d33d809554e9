import { contract as kinds } from '../../../diagnostics/index.ts';
import { isNCName } from '../../model/index.ts';
import type { Entries } from '../entries.ts';

/** The name of a component of WSDL, with `{operation}` and `{name}` for the names that it is made of. */
export interface NameTemplate {
  readonly text: string;
}

/** The variable parts of a name: the name of the operation, and that of a header or a fault. */
export interface NameParts {
  readonly operation?: string | undefined;
  readonly name?: string | undefined;
}

/** Undefined if the key is absent, or its value is not a name. */
export function readNameTemplate(entries: Entries, key: string): NameTemplate | undefined {
  const template = entries.name(key);
  if (template === undefined) return undefined;
  const { text, at } = template;
  for (const [placeholder] of text.matchAll(/\{[^{}]*\}?|\}/g)) {
    if (placeholder === '{operation}' || placeholder === '{name}') continue;
    entries.findings.add(kinds.badPlaceholder, { placeholder, key }, entries.findings.within(at, placeholder, 0));
    return undefined;
  }
  if (isNCName(fillName({ text }, { operation: 'x', name: 'x' }))) return { text };
  entries.findings.add(kinds.notAName, { name: text, what: `"${key}"` }, at);
  return undefined;
}

export function fillName({ text }: NameTemplate, { operation = '', name = '' }: NameParts): string {
  return text.replaceAll('{operation}', operation).replaceAll('{name}', name);
}

/** Whether each operation has a component of its own of this name. */
export function isOfOperation({ text }: NameTemplate): boolean {
  return text.includes('{operation}');
}
