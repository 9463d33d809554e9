import { type Code, line, listed } from './code.ts';
import { stringLiteral } from './literal.ts';
import type { Imports, RuntimeType } from './type-text.ts';

/** The import of every type of types.ts that was named. */
export function importedTypes({ records }: Imports, specifier: string): readonly Code[] {
  if (records.size === 0) return [];
  return [listed('import type {', [...records].sort(), `} from ${stringLiteral(specifier)};`, 0, { spaced: true })];
}

/** The import of the runtime's types that were named. */
export function runtimeImport(types: ReadonlySet<RuntimeType>): readonly Code[] {
  if (types.size === 0) return [];
  return [line(`import type { ${[...types].sort().join(', ')} } from '@soapwright/runtime';`)];
}
