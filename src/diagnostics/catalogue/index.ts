import type { Catalogue } from '../report.ts';
import { cli } from './cli.ts';
import { config } from './config.ts';
import { contract } from './contract.ts';
import { emit } from './emit.ts';
import { handlers } from './handlers.ts';
import { lint } from './lint.ts';
import { output } from './output.ts';
import { source } from './source.ts';

/** A theme: its codes begin with the digit. */
export interface Theme {
  readonly name: string;
  readonly digit: number;
  readonly entries: Catalogue;
}

export const themes: readonly Theme[] = [
  { name: 'source', digit: 1, entries: source },
  { name: 'contract', digit: 1, entries: contract },
  { name: 'config', digit: 2, entries: config },
  { name: 'output', digit: 3, entries: output },
  { name: 'handlers', digit: 4, entries: handlers },
  { name: 'cli', digit: 5, entries: cli },
  { name: 'emit', digit: 6, entries: emit },
  { name: 'lint', digit: 7, entries: lint },
];

export { cli, config, contract, emit, handlers, lint, output, source };
