import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import { clearGuesses, listGuesses } from './manage-guesses.ts';

const limits = { ...defaultGuessLimits, address: { failures: 2, within: 900 } };

describe('guesses', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ guessLimits: limits });
  });
  afterEach(() => harness.close());

  const ask = async (APIKey: string): Promise<string | undefined> =>
    (await harness.clientFrom('192.0.2.1').GetClientID({ APIKey, Parameters: { CompanyCode: 'STRASSE' } }))
      .ErrorMessage;

  it('of an address are listed until their period ends, and cleared by its name', async () => {
    const { state } = harness.service;
    const sinceAt = harness.now();
    await ask('wrong');
    expect(await listGuesses(state, limits)).toEqual([
      { subject: 'address:192.0.2.1', failures: 1, sinceAt, endsAt: sinceAt + 900_000, isRefused: false },
    ]);
    await ask('wrong');
    expect(await ask('key-for-all')).toBe('Too many wrong attempts. Try again in 900 seconds.');
    expect(await listGuesses(state, limits)).toMatchObject([{ failures: 2, isRefused: true }]);
    expect(await clearGuesses(state, 'address:192.0.2.1')).toBe(1);
    expect(await ask('key-for-all')).toBe('');
    await ask('wrong');
    harness.pass(900_001);
    expect(await listGuesses(state, limits)).toEqual([]);
  });

  it('of a key are shown with its name, and all are cleared at once', async () => {
    const { state } = harness.service;
    await harness.clientFrom('192.0.2.1').AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'wrong',
      FileName: 'a.txt',
      ChunkData: new Blob(['x']),
      Offset: 0n,
      BytesRead: 1,
      isLastChunk: true,
    });
    const listed = await listGuesses(state, limits);
    expect(listed.map(({ subject }) => subject)).toEqual(['address:192.0.2.1', 'key:all']);
    expect(await clearGuesses(state, 'key:all')).toBe(1);
    expect(await clearGuesses(state, undefined)).toBe(1);
    expect(await listGuesses(state, limits)).toEqual([]);
    await expect(clearGuesses(state, 'key:never')).rejects.toMatchObject({ code: 'unknown-name' });
  });
});
