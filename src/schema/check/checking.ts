import type { Contract, Origin } from '../../contract/index.ts';
import { type Entry, type ParametersOf, report } from '../../diagnostics/index.ts';
import type { FindingDetails, Findings } from '../findings.ts';
import type { Marks, Spot } from '../marks.ts';
import { Index } from './index-of.ts';

export interface CheckingOptions {
  readonly marks: Marks;
  /** Of the contract's own file. */
  readonly main: Findings;
  /** Whether anything wrong was found so far, in any file. */
  readonly hasErrors: () => boolean;
}

/** What all checks of a model share. */
export class Checking {
  readonly contract: Contract;
  readonly index: Index;
  readonly marks: Marks;
  readonly main: Findings;
  readonly hasErrors: () => boolean;

  constructor(contract: Contract, { marks, main, hasErrors }: CheckingOptions) {
    this.contract = contract;
    this.index = new Index(contract);
    this.marks = marks;
    this.main = main;
    this.hasErrors = hasErrors;
  }

  /** At a place that is marked, or else at the component's name. */
  add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Spot | Origin | undefined,
    details: Pick<FindingDetails, 'didYouMean'> = {},
  ): void {
    if (at !== undefined && 'findings' in at) at.findings.add(entry, parameters, at.at, details);
    else this.main.addAll([report(entry, parameters, at === undefined ? {} : { ...at }, details)]);
  }
}
