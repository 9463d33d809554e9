import { afterEach, expect, it } from 'vitest';
import type { Listening } from '../../../runtime/src/server/node/index.ts';
import { memorySpool } from '../../../runtime/src/spool/memory-spool.ts';
import type { Spool } from '../../../runtime/src/spool/spool.ts';
import { namespace } from '../../support/runtime/table-codec.ts';
import { callHeaders, post } from '../../support/runtime/test-messages.ts';
import { testListening } from '../../support/runtime/test-service.ts';
import { ask as askWire } from '../../support/runtime/wire.ts';
import { message, versions } from './exchange.ts';

let server: Listening | undefined;
afterEach(() => server?.close(0));

const chunk = `<ChunkData>${'QUJD'.repeat(50_000)}</ChunkData>`;
const content = `<AppendChunk xmlns="${namespace}"><APIKey>k</APIKey>${chunk}<Offset>0</Offset><BytesRead>3</BytesRead><isLastChunk>true</isLastChunk></AppendChunk>`;

/** What happens to a request with a large streamed field. */
async function stream(version: '1.1' | '1.2', text: string): Promise<{ answer: string; events: readonly string[] }> {
  const events: string[] = [];
  const memory = memorySpool();
  const spool: Spool = {
    begin() {
      const values = memory.begin();
      return {
        open(most) {
          events.push('spool');
          return values.open(most);
        },
        discard: () => values.discard(),
        keep: () => values.keep(),
      };
    },
  };
  const handlers = {
    AppendChunk() {
      events.push('handler');
      return { ErrorMessage: 'taken', Data: undefined };
    },
  };
  server = await testListening(handlers, { spool }, {}, () => {
    events.push('authorize');
  });
  const { body } = await askWire(server.port, post(callHeaders(version, 'AppendChunk'), text));
  await server.close(0);
  return { answer: body, events };
}

it('SOAP 1.1, 4.2.3; part 1, 2.6; R1025; R2725: with streamed fields too, nothing is processed before mandatory blocks are checked', async () => {
  for (const version of versions) {
    const blocks = '<a xmlns="urn:a" e:mustUnderstand="1"/>';
    const rejected = await stream(version, message(version, { blocks, content }));
    expect(rejected.answer).toMatch(/:MustUnderstand</);
    expect(rejected.events).toEqual([]);
    const other = await stream(version === '1.1' ? '1.2' : '1.1', message(version, { content }));
    expect(other.answer).toMatch(/:VersionMismatch</);
    expect(other.events).toEqual([]);
    const taken = await stream(version, message(version, { blocks: blocks.replace('1"', '0"'), content }));
    expect(taken.answer).toContain('taken');
    expect(taken.events).toEqual(['authorize', 'spool', 'handler']);
  }
});
