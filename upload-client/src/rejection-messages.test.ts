import { memoryTransport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultGuessLimits } from '../../service/src/domain/guess-guard.ts';
import { UploadLimits } from '../../service/src/domain/upload-limits.ts';
import { clearPolicyOf, setPolicyOf } from '../../service/src/operator/manage-policies.ts';
import { createServer } from '../../service/src/server/create-server.ts';
import { insertFolder } from '../../service/src/storage/folder-entries.ts';
import { type Harness, startHarness } from '../../test/support/service/harness.ts';
import { parseRejection } from './rejection-messages.ts';

/** Each text comes from the service itself, so that neither side can change alone. */
describe('messages for a chunk that was not appended', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ guessLimits: defaultGuessLimits, uploadTimes: { patience: 50 } });
  });
  afterAll(() => harness.close());

  const send = async (
    offset: number,
    text: string,
    more: { token?: string | undefined; last?: boolean; name?: string; apiKey?: string; folderKey?: string } = {},
  ) =>
    await harness.client.AppendChunkWithFolderAccessKey({
      APIKey: more.apiKey ?? 'key-for-all',
      FolderAccessKey: more.folderKey ?? 'folder-anna-in',
      FileName: more.name ?? 'words.txt',
      ChunkData: new Blob([text]),
      Offset: BigInt(offset),
      BytesRead: text.length,
      isLastChunk: more.last ?? false,
      UploadToken: more.token,
    });
  const meaningOf = (response: { ChunkAppended: boolean; ErrorMessage?: string | undefined }) => {
    expect(response.ChunkAppended).toBe(false);
    return parseRejection(response.ErrorMessage ?? '');
  };

  it('AppendChunk: names the expected offset, with a token and without', async () => {
    expect(meaningOf(await send(7, 'x'))).toEqual({ kind: 'expected', offset: 0, differs: false });
    const { UploadToken: token } = await send(0, 'twelve bytes');
    expect(meaningOf(await send(40, 'x', { token }))).toEqual({ kind: 'expected', offset: 12, differs: false });
    expect(meaningOf(await send(0, 'x', { token }))).toEqual({ kind: 'expected', offset: 12, differs: false });
  });

  it('AppendChunk: reports that other bytes are stored', async () => {
    const { UploadToken: token } = await send(0, 'twelve bytes');
    expect(meaningOf(await send(0, 'TWELVE BYTES', { token }))).toEqual({
      kind: 'expected',
      offset: 12,
      differs: true,
    });
    await send(0, 'twelve bytes', { token, last: true });
    const other = await send(0, 'TWELVE BYTES', { token, last: true });
    expect(meaningOf(other)).toEqual({ kind: 'expected', offset: 12, differs: true });
  });

  it('AppendChunk: reports that the upload is finished, unknown or expired', async () => {
    const { UploadToken: token } = await send(0, 'abc');
    expect(meaningOf(await send(3, 'x', { token, name: 'another.txt' }))).toEqual({ kind: 'unknown' });
    expect(meaningOf(await send(3, 'x', { token: 'nonsense' }))).toEqual({ kind: 'unknown' });
    await send(3, 'def', { token, last: true });
    expect(meaningOf(await send(6, 'x', { token }))).toEqual({ kind: 'finished' });
    const idle = await send(0, 'abc');
    harness.pass(25 * 3600_000);
    expect(meaningOf(await send(3, 'x', { token: idle.UploadToken }))).toEqual({ kind: 'unknown' });
  });

  it('AppendChunk: reports that another caller holds the upload', async () => {
    const { db } = harness.service.state;
    const { UploadToken: token } = await send(0, 'abc');
    // Someone that this process knows nothing of.
    await db
      .updateTable('uploads')
      .set({ lease_owner: 'somebody-else', lease_until: harness.now() + 60_000 })
      .execute();
    expect(meaningOf(await send(3, 'x', { token }))).toEqual({ kind: 'busy' });
  });

  it('AppendChunk: reports that another file arrived than was sent', async () => {
    const client = harness.clientFrom('192.0.2.1', '1.2', { 'X-File-SHA256': '0'.repeat(64) });
    const response = await client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'words.txt',
      ChunkData: new Blob(['x']),
      Offset: 0n,
      BytesRead: 1,
      isLastChunk: true,
    });
    expect(meaningOf(response)).toEqual({ kind: 'other-digest' });
  });

  it('Common: reports an invalid key, and the waiting time after many of them', async () => {
    expect(meaningOf(await send(0, 'x', { apiKey: 'wrong' }))).toEqual({ kind: 'denied' });
    expect(meaningOf(await send(0, 'x', { folderKey: 'wrong' }))).toEqual({ kind: 'denied' });
    let last = await send(0, 'x', { folderKey: 'wrong' });
    for (let guess = 0; guess < 30 && parseRejection(last.ErrorMessage ?? '').kind === 'denied'; guess += 1) {
      last = await send(0, 'x', { folderKey: 'wrong' });
    }
    expect(meaningOf(last)).toEqual({ kind: 'throttled', seconds: 900 });
    harness.pass(901_000);
  });

  it('AppendChunk: names the maximum size of a chunk', async () => {
    const { service } = harness;
    const uploadLimits = new UploadLimits(service.state.db, { chunk: 5, spool: 1000 });
    const narrow = createServer({ ...service, state: { ...service.state, uploadLimits } }, {});
    const { RemoteFileServiceClient } = await import('@soapwright/generated/remote-file-service/client');
    const client = new RemoteFileServiceClient({ transport: memoryTransport(narrow) });
    const response = await client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'a',
      ChunkData: new Blob(['123456']),
      Offset: 0n,
      BytesRead: 6,
      isLastChunk: true,
    });
    expect(meaningOf(response)).toEqual({ kind: 'too-large', most: 5 });
  });

  it('AppendChunk: reports that a quota is reached, and nothing is kept', async () => {
    const { state } = harness.service;
    await setPolicyOf(state, 'quota', 'folder-key:anna-in', 2_000n);
    // A running service notices it within a second.
    const meaning = async () => parseRejection((await send(0, 'x'.repeat(2_001))).ErrorMessage ?? '');
    await expect.poll(meaning).toEqual({ kind: 'quota' });
    await clearPolicyOf(state, 'quota', 'folder-key:anna-in');
  });

  it('AppendChunk: every other message concerns the request, and is passed on', async () => {
    expect(meaningOf(await send(0, 'x', { name: 'a/b' }))).toEqual({ kind: 'other' });
    expect(meaningOf(await send(-1, 'x'))).toEqual({ kind: 'other' });
    expect(meaningOf(await send(0, 'x', { name: 'new' }))).toEqual({ kind: 'other' });
    expect(parseRejection('')).toEqual({ kind: 'other' });
  });

  it('a name in a message reveals nothing about the upload', async () => {
    const { db } = harness.service.state;
    const name = 'The expected offset is 5.';
    const parent = await db
      .selectFrom('folder_keys')
      .select('folder_id')
      .where('name', '=', 'anna-in')
      .executeTakeFirstOrThrow();
    const account = await db
      .selectFrom('entries')
      .select('account_id')
      .where('id', '=', parent.folder_id)
      .executeTakeFirstOrThrow();
    await insertFolder(db, { id: parent.folder_id, accountId: account.account_id }, name, harness.now());
    expect(meaningOf(await send(0, 'x', { name }))).toEqual({ kind: 'other' });
  });

  it('reads no number that it cannot represent, and no malformed one', () => {
    expect(parseRejection('The expected offset is 99999999999999999999.')).toEqual({ kind: 'other' });
    expect(parseRejection('The expected offset is unknown.')).toEqual({ kind: 'other' });
    expect(parseRejection('Expected offset is 5')).toEqual({ kind: 'expected', offset: 5, differs: false });
  });
});
