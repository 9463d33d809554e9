import { describe, expect, it } from 'vitest';
import { emit, serviceFor } from '../../../src/emit/index.ts';
import { compareRecorded } from '../../../src/messages/samples/compare-recorded.ts';
import { changedMessages } from '../../support/generator/changed-messages.ts';
import { contentCases } from '../../support/generator/content-cases.ts';
import { typeCases } from '../../support/generator/type-cases.ts';
import { valueCases } from '../../support/generator/value-cases.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../../support/generator/wsdl-contract.ts';
import { runGenerated } from './generated-codec.ts';
import { messageElements } from './messages.ts';
import { samplesOf } from './sample-texts.ts';

const cases = [...valueCases, ...typeCases, ...contentCases];
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('recorded messages deviate where a strict reader rejects them', () => {
  it.each(cases)('%s', async (_, parts) => {
    const contract = contractOfWsdl(
      wsdlText({ schema: '<xs:element name="Do" type="xs:int"/>', ...bareOperation('Do', 't:Do'), ...parts }),
    );
    const emitted = await emit(contract, { source: 'test.wsdl', importExtension: 'ts' });
    const codec = await runGenerated(new Map(emitted.map(({ path, text }) => [path, text])));
    const service = serviceFor(contract);
    const different: string[] = [];
    for (const { label, element, body, read } of messageElements(service, codec)) {
      if (body === undefined) continue;
      for (const sample of samplesOf(codec.description, { label, element, read, isEncoded: false, write: String }, 4)) {
        for (const { change, text } of changedMessages(sample.text)) {
          const envelope = `<s:Envelope xmlns:s="${soap}"><s:Body>${text}</s:Body></s:Envelope>`;
          const direction = body.direction === 'input' ? 'request' : 'response';
          const message = { file: 'x', body: new TextEncoder().encode(envelope), direction } as const;
          const { findings } = compareRecorded(
            { exchanges: [{ request: message }], others: 0, problems: [] },
            contract,
            service,
          );
          const reason = failureOf(() => read(text));
          if ((reason === undefined) !== (findings.length === 0)) {
            different.push(
              `${label}, ${change}: ${reason ?? 'is read'}; ${findings.map((one) => one.message).join(' ')}`,
            );
          }
        }
      }
    }
    expect(different).toEqual([]);
  });
});

function failureOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
