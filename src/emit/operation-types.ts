import type { Field, ResolvedAttachment, ResolvedOperation, ResolvedService, RootValue } from '../contract/index.ts';
import { memberText, type TypeNames, valueText } from './type-text.ts';

/** The type of the request, which a handler takes, and a client's method in a file of requests. */
export function inputText({ input, attachments }: ResolvedOperation, file: TypeNames): string {
  return withAttachments(rootText(input, file), attachments.input);
}

/** The type that a handler returns, and a client's method resolves to. */
export function outputText({ result, output, attachments }: ResolvedOperation, file: TypeNames): string {
  if (result !== undefined) return memberText(result, file);
  return output === undefined ? 'void' : withAttachments(rootText(output, file), attachments.output);
}

/** Services leave attachments out that their WSDL has, which cannot say that one is optional. */
function withAttachments(body: string, attachments: readonly ResolvedAttachment[]): string {
  if (attachments.length === 0) return body;
  return `${body} & { ${attachments.map(({ property }) => `${property}?: Blob | undefined`).join('; ')} }`;
}

/** The type of the value of an element at the root of a body, a header block or a fault's detail. */
export function rootText({ type, nillable }: RootValue, file: TypeNames): string {
  return nillable ? `${valueText(type, file)} | null` : valueText(type, file);
}

/** Whether the element at a root can have attributes. */
export function hasHead({ type, nillable }: Pick<RootValue, 'type' | 'nillable'>): boolean {
  return nillable || (type.kind === 'record' && type.head);
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
