import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { ContractInput, Environment, Overrides } from '../../contract/index.ts';
import { config, type Diagnostic, cli as messages, report } from '../../diagnostics/index.ts';
import type { Target } from '../config/index.ts';
import type { Folder, GeneratedFiles } from '../output/index.ts';

/**
 * Reports folders that two targets share: an output folder belongs to one contract, and a folder of handlers has one
 * index and no generated files. Symbolic links are resolved.
 *
 * @param current the folder that the paths of targets are relative to; absolute.
 */
export function sharedFolders(targets: readonly Target[], current: string): readonly Diagnostic[] {
  const generated = new Map<string, Pick<Target, 'out' | 'places'>>();
  const diagnostics: Diagnostic[] = [];
  for (const target of targets) {
    const { out, places } = target;
    const at = places?.out;
    const real = realFolder(resolve(current, out));
    for (const [folder, { out: other, places: others }] of generated) {
      if (folder === real) diagnostics.push(report(messages.sharedOut, { folder: out, other }, at));
      else if (isInside(real, folder)) diagnostics.push(report(config.nestedOut, { inner: out, outer: other }, at));
      else if (isInside(folder, real)) {
        diagnostics.push(report(config.nestedOut, { inner: other, outer: out }, others?.out));
      }
    }
    generated.set(real, target);
  }
  const seen = new Set<string>();
  for (const { handlers, places } of targets) {
    if (handlers === undefined) continue;
    const folder = realFolder(resolve(current, handlers));
    if (generated.has(folder)) diagnostics.push(report(messages.handlersInOut, { folder: handlers }, places?.handlers));
    else if (seen.has(folder))
      diagnostics.push(report(messages.sharedHandlers, { folder: handlers }, places?.handlers));
    seen.add(folder);
  }
  return diagnostics;
}

function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** The path without symbolic links, as far as it exists. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realFolder(parent), basename(path));
  }
}

/**
 * Reports environment variables that would change the contract. They are ignored, so that files are generated alike on
 * every machine, which may surprise the user who has set them.
 */
export async function unusedVariables(
  { source, read, wsdl }: ContractInput,
  sources: ReadonlyMap<string, string>,
  environment: Environment,
  overrides: Overrides,
): Promise<readonly Diagnostic[]> {
  if (wsdl !== undefined) return [];
  // Most contracts have no variable that is set, and need not be loaded again.
  const texts = [...sources.values()];
  const names = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  if (!names.some((name) => Object.hasOwn(environment, name) && environment[name])) return [];
  const { loadContract } = await import('../../contract/index.ts');
  return loadContract(source, { environment, overrides, read }).variables.map(({ at, ...variable }) =>
    report(messages.variableNotUsed, variable, at),
  );
}

const runtime = '@soapwright/runtime';
const security = '@soapwright/security';

/** Reports a runtime that is missing or that does not fit the generated code. */
export function runtimeDiagnostics(
  targets: readonly { readonly out: Folder; readonly generated: GeneratedFiles }[],
): readonly Diagnostic[] {
  return targets.flatMap(({ out, generated: { generation: needed } }) => {
    const found = installedGeneration(out.path);
    const folder = out.shown;
    if (found === 'missing') return [report(messages.runtimeMissing, { folder, package: runtime })];
    if (found === undefined || found === needed) return [];
    const entry = found < needed ? messages.runtimeTooOld : messages.runtimeTooNew;
    return [report(entry, { folder, found, needed })];
  });
}

/** Reports the package that a written client imports whose contract demands WS-Security, where it is missing. */
export function missingSecurity({ path, shown }: Folder): readonly Diagnostic[] {
  try {
    if (!readFileSync(join(path, 'client.ts'), 'utf8').includes(`from '${security}';`)) return [];
  } catch {
    return [];
  }
  const isInstalled = packageFile(path, security) !== undefined;
  return isInstalled ? [] : [report(messages.runtimeMissing, { folder: shown, package: security })];
}

/** The text of a package's package.json as a module in the folder would find it: parent folders too. It need not exist. */
function packageFile(folder: string, name: string): string | undefined {
  try {
    return readFileSync(createRequire(join(folder, 'index.js')).resolve(`${name}/package.json`), 'utf8');
  } catch {
    return undefined;
  }
}

/** Generation of the runtime that a module in the folder would import; undefined if its package does not declare one. */
function installedGeneration(folder: string): number | 'missing' | undefined {
  const text = packageFile(folder, runtime);
  if (text === undefined) return 'missing';
  const { soapwright } = JSON.parse(text) as { readonly soapwright?: { readonly generation?: unknown } };
  return typeof soapwright?.generation === 'number' ? soapwright.generation : undefined;
}
