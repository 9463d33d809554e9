import type { ResolvedBody, ResolvedOperation } from '../contract/index.ts';
import { memberText, type Qualifiers, valueText } from './type-text.ts';

/** What a handler is given, and a client's method takes. */
export function inputText({ input }: ResolvedOperation, qualifiers?: Qualifiers): string {
  return valueText(input.type, qualifiers);
}

/** What a handler answers with, and a client's method resolves to. */
export function answerText({ result, output }: ResolvedOperation, qualifiers?: Qualifiers): string {
  if (result !== undefined) return memberText(result, qualifiers);
  return output === undefined ? 'void' : valueText(output.type, qualifiers);
}

/** Something stands in the start tag of a body's element. */
export function hasHead({ type }: Pick<ResolvedBody, 'type'>): boolean {
  return type.kind === 'record' && type.head;
}
