import { type Listening, listen } from '@soapwright/runtime/server/node';
import { Sender } from '../../../service/src/downloads/sender.ts';
import { createShare, type NewShare } from '../../../service/src/operator/manage-shares.ts';
import { recipientRequests } from '../../../service/src/shares/recipient-requests.ts';
import type { Harness } from './harness.ts';

/** A harness whose shares are served beside its operations. */
export interface ServedShares {
  readonly url: string;
  /** The URL of a new share of `/anna/in`, for a minute. */
  share(options?: Partial<NewShare>): Promise<{ readonly id: string; readonly url: string }>;
  /** Uploads a file. */
  put(FileName: string, bytes: Uint8Array<ArrayBuffer> | string, FolderAccessKey?: string): Promise<void>;
  close(): Promise<void>;
}

/** @param options the origin of forms, and concurrent downloads. */
export async function serveShares(
  { service, server, client, now }: Harness,
  { origin, maxDownloads = 100 }: { readonly origin?: string; readonly maxDownloads?: number } = {},
): Promise<ServedShares> {
  const { state, store } = service;
  const { db, log, counts, uploads } = state;
  const { commits } = uploads.parts;
  const sender = new Sender({ db, commits, store, log, counts, now, timeout: 60_000, maxDownloads });
  let listening: Listening | undefined;
  const publicAddress = (): string => new URL(listening?.url ?? '').origin;
  const others = recipientRequests(state, sender, {
    hasShares: true,
    hasMail: true,
    base: '',
    publicAddress,
    isSecure: false,
    origin,
  });
  listening = await listen(server, { others });
  return {
    url: publicAddress(),
    async share(options = {}) {
      const folder = { path: '/anna/in' };
      const created = await createShare(state, { folder, duration: 60_000, ...options });
      return { id: created.id, url: publicAddress() + created.address };
    },
    async put(FileName, bytes, FolderAccessKey = 'folder-anna-in') {
      const ChunkData = new Blob([bytes]);
      const chunk = { ChunkData, Offset: 0n, BytesRead: ChunkData.size, isLastChunk: true };
      const call = { APIKey: 'key-for-all', FolderAccessKey, FileName, ...chunk };
      const { ErrorMessage } = await client.AppendChunkWithFolderAccessKey(call);
      if (ErrorMessage !== '') throw new Error(ErrorMessage);
    },
    async close() {
      await listening?.close(0);
      await sender.close();
    },
  };
}
