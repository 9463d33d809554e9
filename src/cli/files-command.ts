import { dirname, relative, resolve, sep } from 'node:path';
import { Report, visible } from '../diagnostics/index.ts';
import type { Config } from '../project/index.ts';
import { inputFiles, outputFiles } from '../project/index.ts';
import { chooseTargets, type GenerateFlags, openCache } from './command-options.ts';
import { withConfiguration } from './configuration.ts';
import { failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

/** Prints the files that `generate` reads; in JSON also those that are missing. */
export async function runInputs(flags: GenerateFlags, terminal: Terminal): Promise<number> {
  return await runList(flags, terminal, async ({ targets }, { configuration }) => {
    const { files, missing } = await inputFiles(targets, process.cwd());
    const all = configuration === undefined ? files : [...files, resolve(configuration)];
    return { inputs: all, missing };
  });
}

/** Prints the files that `generate` writes; in JSON also the handlers, which it creates once. */
export async function runOutputs(flags: GenerateFlags, terminal: Terminal): Promise<number> {
  return await runList(flags, terminal, async ({ targets }, { options, report }) => {
    const current = process.cwd();
    const cache = openCache(options);
    const common = { current, environment: process.env, cache, onStage: onStage(options, terminal) };
    const { files, handlers } = await outputFiles(targets, common, report);
    return { outputs: files, handlers };
  });
}

interface ListRun {
  readonly options: GenerateFlags;
  readonly configuration: string | undefined;
  readonly report: Report;
}

/** Absolute paths by property of the JSON document. Text has the first property only. */
type FileLists = Readonly<Record<string, readonly string[]>>;

/** Paths are relative to the folder of the configuration, wherever the command runs. */
async function runList(
  flags: GenerateFlags,
  terminal: Terminal,
  list: (config: Config, run: ListRun) => Promise<FileLists>,
): Promise<number> {
  const report = new Report();
  const { options, configuration } = withConfiguration(flags, terminal);
  const config = await chooseTargets(options, openCache(options), terminal, report);
  const found = config && (await list(config, { options, configuration, report }));
  if (found === undefined || report.hasErrors) {
    return print(failed(report.diagnostics, report.sources), options, terminal);
  }
  const base = configuration === undefined ? process.cwd() : resolve(dirname(configuration));
  const lists = Object.entries(found).map(([name, paths]): readonly [string, readonly string[]] => [
    name,
    paths.map((path) => relative(base, path).replaceAll(sep, '/')).sort(),
  ]);
  const [first] = lists;
  if (options.format === 'text') terminal.out((first?.[1] ?? []).map((path) => `${visible(path)}\n`).join(''));
  return print({ ...failed([]), details: Object.fromEntries(lists) }, options, terminal);
}
