import { runInNewContext } from 'node:vm';
import { type PagesDescription, type SampleText, sampleTexts } from '@soapwright/runtime/pages';
import type { Contract, ResolvedOperation, ResolvedService } from '../../contract/index.ts';
import { descriptionText } from '../../emit/index.ts';

/** A sample message of an operation. */
export interface Sample extends SampleText {
  /** The name of the operation's method. */
  readonly operation: string;
}

/** Samples of the messages of operations, as the pages of the service show them. */
export function makeSamples(
  contract: Contract,
  service: ResolvedService,
  wanted: readonly ResolvedOperation[],
): readonly Sample[] {
  const description = pagesDescription(contract, service);
  // Both are in the contract's order.
  return description.operations.flatMap((described, index) => {
    const operation = service.operations[index];
    if (operation === undefined || !wanted.includes(operation)) return [];
    return sampleTexts(description, described).map((text) => ({ ...text, operation: operation.identifier }));
  });
}

/** The data of the pages that would be generated. Their text is a literal, which needs nothing around it to be evaluated. */
export function pagesDescription(contract: Contract, service: ResolvedService): PagesDescription {
  const literal = descriptionText(contract, service);
  return JSON.parse(runInNewContext(`JSON.stringify(${literal})`)) as PagesDescription;
}

/** `Find-request-1.1.xml`, `Find-fault-NotFound-1.1.xml`. */
export function sampleFileName({ operation, kind, fault, version }: Sample): string {
  return `${[operation, kind, ...(fault === '' ? [] : [fault]), version].join('-')}.xml`;
}
