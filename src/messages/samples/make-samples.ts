import { runInNewContext } from 'node:vm';
import { type PagesDescription, type SampleText, sampleTexts } from '@soapwright/runtime/pages';
import type { Contract, ResolvedOperation, ResolvedService } from '../../contract/index.ts';
import { descriptionText } from '../../emit/index.ts';
import { relatedEnvelope } from '../values/related-envelope.ts';

/** A sample message of an operation. */
export interface Sample extends SampleText {
  /** The name of the operation's method. */
  readonly operation: string;
  /** What is sent, where it is more than the envelope: a multipart message, of a service that demands MTOM. */
  readonly body?: string | undefined;
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
    return sampleTexts(description, described).map((text) => {
      const sample = { ...text, operation: operation.identifier };
      return service.mtom.client === 'required' ? inParts(sample, operation) : sample;
    });
  });
}

/** As a service takes and sends it that demands MTOM; its faults are envelopes alone. */
function inParts(sample: Sample, { soapAction }: ResolvedOperation): Sample {
  const { kind, version, envelope, head } = sample;
  if (kind === 'fault' || envelope === '') return sample;
  const { contentType, text } = relatedEnvelope(envelope, version, kind === 'request' ? soapAction : '');
  const body = text.replaceAll('\r\n', '\n').trimEnd();
  return { ...sample, head: head.replace(/^Content-Type: .*$/m, `Content-Type: ${contentType}`), body };
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
