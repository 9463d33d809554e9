import { basename, resolve } from 'node:path';
import { type ChangedFile, Folder, init, projectLayout, recipes } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface InitFlags extends CommonOptions {
  readonly schema?: string;
  /** A key of `recipes`. */
  readonly ci?: string;
}

export async function runInit(folder: string, options: InitFlags, terminal: Terminal): Promise<number> {
  const { schema, ci = '' } = options;
  const recipe = recipes.get(ci);
  const result = await init(new Folder(resolve(folder), folder), { patience: 10_000, schema, recipe });
  const { exitCode, changes, diagnostics } = result;
  const outcome = {
    exitCode,
    files: changes.map(({ shown }) => ({ what: 'created', file: shown }) as const),
    diagnostics,
    summary: exitCode === 0 ? nextSteps(folder, changes, recipe?.next ?? []) : undefined,
  };
  return print(outcome, options, terminal);
}

function nextSteps(folder: string, changes: readonly ChangedFile[], ofRecipe: readonly string[]): string {
  const isNew = (name: string): boolean => changes.some(({ path }) => basename(path) === name);
  const steps = [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    ...(isNew('soapwright.yaml') ? generating(folder) : []),
    ...ofRecipe,
  ];
  return [
    '',
    'Next:',
    ...steps.map((step) => `  ${step}`),
    ...(isNew('example.yaml') ? ['', 'Then edit schema/example.yaml and generate again.'] : []),
  ].join('\n');
}

/** The steps to the first generated code; only Deno's projects import whole names. */
function generating(folder: string): readonly string[] {
  return projectLayout(folder).importExtension === 'ts'
    ? ['deno add npm:@soapwright/runtime', 'deno run --allow-all npm:soapwright generate']
    : ['npm install @soapwright/runtime', 'npx soapwright generate'];
}
