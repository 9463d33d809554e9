import type { ElementDescription, OperationDescription, PagesDescription } from '@soapwright/runtime/pages';
import { envelopeText, faultText } from '../../../runtime/src/pages/envelope-text.ts';
import { fullText } from '../../../runtime/src/pages/message-tree.ts';
import { type SampleOptions, sampleElement } from '../../../runtime/src/pages/sample-message.ts';
import { soap11, soap12, type Version } from '../../../runtime/src/soap/version.ts';
import type { Contract, ResolvedService } from '../../../src/contract/model/index.ts';
import { pagesDescription } from '../../../src/messages/samples/make-samples.ts';
import type { Exchange, Recording } from '../../../src/messages/samples/recorded-message.ts';

const details: readonly SampleOptions[] = [
  { detail: 'least' },
  { detail: 'most' },
  { detail: 'most', turn: 1 },
  { detail: 'usual', turn: 1 },
  { detail: 'usual', turn: 2 },
];

/** Samples of all messages of a service, from those with the least content to those with the most, as if they were recorded. */
export function recordedSamples(contract: Contract, service: ResolvedService): Recording {
  const description = pagesDescription(contract, service);
  const [version = soap11] = [soap11, soap12].filter(({ name }) => service.soapVersions.includes(name));
  const exchanges = description.operations.flatMap((operation) =>
    details.flatMap((options) => exchangesOf(description, operation, version, options)),
  );
  return { exchanges, others: 0, problems: [] };
}

function exchangesOf(
  description: PagesDescription,
  operation: OperationDescription,
  version: Version,
  options: SampleOptions,
): readonly Exchange[] {
  const { namespace } = description;
  const { headers = { input: [], output: [] }, faults = [], soapAction: action } = operation;
  const body = (text: string) => ({ file: operation.name, line: 1, body: new TextEncoder().encode(text) });
  const envelope = (blocks: readonly ElementDescription[], element: ElementDescription): string =>
    envelopeText(
      description,
      version,
      {
        headers: blocks.map((block) => sampleElement(description, block, options)),
        body: sampleElement(description, element, options),
      },
      fullText,
    );
  const input = {
    name: operation.inputElement,
    namespace: operation.inputNamespace ?? namespace,
    record: operation.input,
  };
  const output = {
    name: operation.outputElement,
    namespace: operation.outputNamespace ?? namespace,
    record: operation.output,
  };
  const request = { ...body(envelope(headers.input, input)), direction: 'request', action } as const;
  const response =
    output.record === '' ? undefined : ({ ...body(envelope(headers.output, output)), direction: 'response' } as const);
  const failed = faults.map((fault): Exchange => {
    const text = faultText(description, version, 'failed', sampleElement(description, fault, options));
    return { request, response: { ...body(text), direction: 'response' } };
  });
  return [{ request, response }, ...failed];
}
