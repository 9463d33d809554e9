import { resolve } from 'node:path';
import { init } from '../generate/index.ts';
import { Folder } from '../output/index.ts';
import type { CommonOptions } from './command-options.ts';
import { print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface InitFlags extends CommonOptions {
  readonly schema?: string;
}

export async function runInit(folder: string, options: InitFlags, terminal: Terminal): Promise<number> {
  const { schema } = options;
  const result = await init(new Folder(resolve(folder), folder), { patience: 10_000, schema });
  const { exitCode, changes, diagnostics } = result;
  const outcome = {
    exitCode,
    files: changes.map(({ shown }) => ({ what: 'created', file: shown }) as const),
    diagnostics,
    summary: exitCode === 0 ? nextSteps(folder, schema !== undefined) : undefined,
  };
  return print(outcome, options, terminal);
}

function nextSteps(folder: string, hasContract: boolean): string {
  const steps = [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    'npm install @soapwright/runtime',
    'npx soapwright generate',
  ];
  return [
    '',
    'Next:',
    ...steps.map((step) => `  ${step}`),
    ...(hasContract ? [] : ['', 'Then edit schema/example.yaml and generate again.']),
  ].join('\n');
}
