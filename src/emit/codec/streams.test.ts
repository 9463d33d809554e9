import { expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { resolveService } from '../../contract/model/index.ts';
import { membersOf } from './content.ts';
import { Streams } from './streams.ts';

it('visits each record a few times to find streams in a long chain', () => {
  const count = 1000;
  const records = Array.from({ length: count }, (_, index) => `  R${index}: { next: R${index + 1}?, text: string? }`);
  const service = resolveService(
    contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { A: { request: { start: R0 }, response: { text: string } } }
records:
${records.join('\n')}
  R${count}: { data: { type: base64Binary, stream: true } }
`),
  );
  let visits = 0;
  const structures = service.declarations.filter((declaration) => declaration.kind === 'structure');
  for (const structure of structures) {
    const { content } = structure;
    Object.defineProperty(structure, 'content', {
      get: () => {
        visits++;
        return content;
      },
    });
  }
  const streams = new Streams(service);
  const members = structures.flatMap(membersOf);
  expect(members.filter((member) => streams.isIn(member))).toHaveLength(count + 1);
  expect(service.operations.map(({ input }) => streams.namesInBody(input))).toEqual([['data']]);
  expect(visits).toBeLessThan(50 * count);
});
