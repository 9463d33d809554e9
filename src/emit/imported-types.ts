import type { Field, ResolvedOperation } from '../contract/index.ts';
import { type Code, listed } from './code.ts';
import { stringLiteral } from './literal.ts';

/** The import of every type that the signatures of these operations name. */
export function importedTypes(operations: readonly ResolvedOperation[], specifier: string): readonly Code[] {
  const names = new Set(operations.flatMap(({ input, result }) => [input.typeName, ...namedIn(result)]));
  if (names.size === 0) return [];
  return [listed('import type {', [...names].sort(), `} from ${stringLiteral(specifier)};`, 0, { spaced: true })];
}

/** Whether a signature names the runtime's DateTime. */
export function namesDateTime(operations: readonly ResolvedOperation[]): boolean {
  return operations.some(
    ({ result }) =>
      result.type.kind === 'simple' && result.type.declared === undefined && result.type.representation === 'DateTime',
  );
}

function namedIn({ type }: Field): readonly string[] {
  const name = type.kind === 'record' ? type.typeName : type.declared;
  return name === undefined ? [] : [name];
}
