import type { Field, ResolvedBody, ResolvedOperation, ResolvedService } from '../contract/index.ts';
import type { GeneratedFile } from './generated-file.ts';
import { memberText, valueText } from './type-text.ts';

/** The type of the request, which a handler and a client's method take. */
export function inputText({ input }: ResolvedOperation, file: GeneratedFile): string {
  return valueText(input.type, file);
}

/** The type that a handler returns, and a client's method resolves to. */
export function outputText({ result, output }: ResolvedOperation, file: GeneratedFile): string {
  if (result !== undefined) return memberText(result, file);
  return output === undefined ? 'void' : valueText(output.type, file);
}

/** Whether the element of a body can have attributes. */
export function hasHead({ type }: Pick<ResolvedBody, 'type'>): boolean {
  return type.kind === 'record' && type.head;
}

/**
 * The result of an operation whose response holds nothing else: the codec of the response then reads and writes the result
 * itself, and the response needs no type.
 */
export function soleResult({ result, output }: ResolvedOperation): Field | undefined {
  const structure = output?.structure;
  if (result === undefined || structure === undefined || structure.head) return undefined;
  const { content } = structure;
  return content.kind === 'fields' && content.fields.length === 1 ? result : undefined;
}

/** Results that are the only field of a response, by the response's type name. */
export function soleResults({ operations }: Pick<ResolvedService, 'operations'>): ReadonlyMap<string, Field> {
  return new Map(
    operations.flatMap((operation) => {
      const result = soleResult(operation);
      const typeName = operation.output?.structure?.typeName;
      return result === undefined || typeName === undefined ? [] : [[typeName, result] as const];
    }),
  );
}
