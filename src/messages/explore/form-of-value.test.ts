import { fileURLToPath } from 'node:url';
import { blockTexts, requestMessage, versionNamed } from '@soapwright/runtime/pages';
import { describe, expect, it } from 'vitest';
import { contractFile, contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import type { ResolvedOperation } from '../../contract/index.ts';
import { serviceFor } from '../../emit/index.ts';
import { readEnvelope } from '../read/envelope.ts';
import { pagesDescription } from '../samples/make-samples.ts';
import { envelopeText } from '../values/envelope-text.ts';
import { Random } from '../values/random.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { formOfMessage } from './form-of-value.ts';

const everything = fileURLToPath(new URL('../../../test/golden/everything/contract.yaml', import.meta.url));

/** A body as the contract reads it. */
function plainOf(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  body: string,
  headers: readonly string[],
): unknown {
  const envelope = readEnvelope(new TextEncoder().encode(envelopeText('1.1', body, headers)));
  if ('kind' in envelope) throw new Error(`It is no envelope: ${body}`);
  const { value, deviations } = messages.reader.read({ operation, direction: 'request' }, envelope);
  expect(deviations, operation.name).toEqual([]);
  return messages.plain(operation, 'request', value, { json: true });
}

describe('a form with a value', () => {
  it.each([
    ['shop', contractOf(shopContract)],
    ['everything', contractFile(everything)],
  ])('sends that value: %s', (_, contract) => {
    const service = serviceFor(contract, 'standard');
    const messages = new ServiceMessages(contract, service);
    const description = pagesDescription(contract, service);
    let count = 0;
    for (const [index, operation] of service.operations.entries()) {
      const described = description.operations[index];
      if (described === undefined) throw new Error('The description has too few operations.');
      for (let seed = 0; seed < 8; seed++) {
        const maker = messages.maker({ random: new Random(`${seed} ${operation.name}`) });
        const value = messages.make(operation, 'request', maker);
        const body = messages.element(operation, 'request', value);
        const headers = operation.headers.input.map(({ header }) => messages.block(header, maker.root(header, 'x')));
        const entries = formOfMessage({ operation, described, description, messages }, { headers, body });
        const message = requestMessage(description, described, entries, 1_000);
        const texts = blockTexts(description, versionNamed('1.1'), message);
        const plain = (text: string): unknown => plainOf(messages, operation, text, texts.headers);
        expect(plain(texts.body), operation.name).toEqual(plain(messages.write(operation, 'request', value)));
        count++;
      }
    }
    expect(count).toBe(service.operations.length * 8);
  });
});
