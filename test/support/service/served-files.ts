import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Counts } from '../../../service/src/common/counts.ts';
import { noCounts } from '../../../service/src/common/counts.ts';
import { Downloads } from '../../../service/src/downloads/downloads.ts';
import { Sender } from '../../../service/src/downloads/sender.ts';
import { createLink } from '../../../service/src/operator/create-link.ts';
import { listenForOperator } from '../../../service/src/server/operator-endpoints.ts';
import { hostRule } from '../../../service/src/server/operator-hosts.ts';
import type { Harness } from './harness.ts';

/** The files of a harness, served on a port for operators. */
export interface ServedFiles {
  readonly port: number;
  /** The URL of a new link. */
  link(path: string, milliseconds?: number): Promise<string>;
  close(): Promise<void>;
}

export async function serveFiles(
  { service, now }: Pick<Harness, 'service' | 'now'>,
  options: {
    readonly timeout?: number;
    readonly maxDownloads?: number;
    readonly counts?: Counts;
  } = {},
): Promise<ServedFiles> {
  const { db, uploads, log } = service.state;
  const { timeout = 60_000, maxDownloads = 8, counts = noCounts } = options;
  const { store } = service;
  const { commits } = uploads.parts;
  const sender = new Sender({ db, commits, store, log, counts, now, timeout, maxDownloads });
  const downloads = new Downloads({ db, signer: service.links, log, counts, now, sender });
  const files = downloads.respond.bind(downloads);
  const listener = await listenForOperator(
    {},
    { host: '127.0.0.1', port: 0, log, files, hosts: hostRule('127.0.0.1', undefined) },
  );
  return {
    port: listener.port,
    async link(path, milliseconds = 60_000) {
      const { address } = await createLink({ db, links: service.links, now }, path, milliseconds);
      return `http://127.0.0.1:${listener.port}${address}`;
    },
    async close() {
      await listener.close();
      await sender.close();
    },
  };
}

/** Gets a path as it is written: `fetch` would resolve `..`. */
export async function getRaw(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: string }> {
  return await new Promise((resolve, reject) => {
    const sent = request({ port, path, headers, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.on('error', reject).end();
  });
}
