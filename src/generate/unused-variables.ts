import { type Diagnostic, cli as messages, report } from '../diagnostics/index.ts';
import type { Environment, Overrides, ReadIncluded, Source } from '../schema/index.ts';

/**
 * Variables of the environment that would make the contract another one. Files are made with the defaults, so that
 * they are the same on every machine; whoever has set such a variable may have expected something else.
 */
export async function unusedVariables(
  source: Source,
  sources: ReadonlyMap<string, string>,
  read: ReadIncluded,
  environment: Environment,
  overrides: Overrides,
): Promise<readonly Diagnostic[]> {
  // Most contracts and environments have no variable in common, and need not be read again.
  const texts = [...sources.values()];
  const names = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  if (!names.some((name) => Object.hasOwn(environment, name) && environment[name])) return [];
  const { loadContract } = await import('../schema/index.ts');
  return loadContract(source, { environment, overrides, read }).variables.map(({ name, key, value, defaultValue }) =>
    report(messages.variableNotUsed, { name, key, value, defaultValue }, { file: source.file }),
  );
}
