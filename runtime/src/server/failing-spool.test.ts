import { afterEach, expect, it } from 'vitest';
import { namespace } from '../../../test/support/runtime/table-codec.ts';
import { call, callHeaders, envelope, post } from '../../../test/support/runtime/test-messages.ts';
import { testListening } from '../../../test/support/runtime/test-service.ts';
import { ask } from '../../../test/support/runtime/wire.ts';
import type { Spool } from '../spool/spool.ts';
import type { Listening } from './node/index.ts';

let server: Listening | undefined;
afterEach(() => server?.close(0));

const chunk = `<ChunkData>${'QUJD'.repeat(50_000)}</ChunkData>`;
const rest = '<Offset>0</Offset><BytesRead>3</BytesRead><isLastChunk>true</isLastChunk>';
const large = post(
  callHeaders('1.1', 'AppendChunk'),
  envelope('1.1', `<AppendChunk xmlns="${namespace}">${chunk}${rest}</AppendChunk>`),
);

/** Spools that fail where none of them should, as code without types can make them. */
const spools: Readonly<Record<string, Spool>> = {
  'throws when it begins': {
    begin() {
      throw new Error('no folder');
    },
  },
  'begins nothing': JSON.parse('{}'),
  'throws when it opens a value': {
    begin: () => ({
      open() {
        throw new Error('no file');
      },
      discard: () => undefined,
      keep: () => undefined,
    }),
  },
};

it.each(Object.entries(spools))('W4: a spool that %s fails only its own request', async (_, spool) => {
  const errors: unknown[] = [];
  server = await testListening({}, { spool, onError: (error) => errors.push(error) });
  const { status, body } = await ask(server.port, large);
  expect([status, errors.length]).toEqual([500, 1]);
  expect(body).toContain('InternalError');
  expect(body).not.toContain('no f');
  expect((await ask(server.port, call())).status).toBe(200);
});
