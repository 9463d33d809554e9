import type { Catalogue } from '../report.ts';
import { breaking } from './breaking-messages.ts';
import { calling } from './call-messages.ts';
import { cli, config, lint } from './command-messages.ts';
import { contract } from './contract-messages.ts';
import { demands } from './demand-messages.ts';
import { fetching } from './fetch-messages.ts';
import { mock, verifying } from './mock-messages.ts';
import { handlers, output } from './output-messages.ts';
import { overlay } from './overlay-messages.ts';
import { samples } from './sample-messages.ts';
import { source } from './source-messages.ts';
import { wsdl } from './wsdl-messages.ts';

/** Diagnostics of one subject. The codes begin with `SW` and the digit. */
export interface Theme {
  readonly digit: number;
  readonly entries: Catalogue;
}

export const themes: readonly Theme[] = [
  { digit: 1, entries: source },
  { digit: 1, entries: contract },
  { digit: 1, entries: overlay },
  { digit: 2, entries: config },
  { digit: 3, entries: output },
  { digit: 4, entries: handlers },
  { digit: 5, entries: cli },
  { digit: 6, entries: wsdl },
  { digit: 6, entries: demands },
  { digit: 7, entries: lint },
  { digit: 7, entries: breaking },
  { digit: 8, entries: fetching },
  { digit: 9, entries: samples },
  { digit: 9, entries: mock },
  { digit: 9, entries: verifying },
  { digit: 9, entries: calling },
];
