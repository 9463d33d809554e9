import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { jsonLogger } from '../../../service/src/common/logger.ts';
import { loadSettings } from '../../../service/src/config/load-settings.ts';
import type { Settings } from '../../../service/src/config/settings.ts';
import { type Running, runService } from '../../../service/src/server/run-service.ts';
import { type ChunkRest, chunkRequest } from './chunk-request.ts';
import { provisionFolder } from './harness.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from './trace-receiver.ts';

/** The trace of a caller that records it. */
export const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
export const caller = '00f067aa0ba902b7';
export const sampled: string = `00-${traceId}-${caller}-01`;

/** A provisioned data folder, a collector of traces, and services between them, one at a time. */
export class TracedService {
  readonly folder: string;
  readonly collector: TraceReceiver;
  readonly log: { readonly message: string; readonly requestId?: string; readonly traceId?: string }[] = [];
  running: Running | undefined;

  static async open(): Promise<TracedService> {
    const folder = await mkdtemp(join(tmpdir(), 'rfs-traces-'));
    await provisionFolder(join(folder, 'data'));
    return new TracedService(folder, await startTraceReceiver());
  }

  constructor(folder: string, collector: TraceReceiver) {
    this.folder = folder;
    this.collector = collector;
  }

  /** Starts the service; its traces go to the collector, unless the flags say otherwise. Returns its URL. */
  async start(
    flags: { readonly [name in keyof Settings]?: string } = { tracingEndpoint: this.collector.url },
    environment: Record<string, string> = {},
  ): Promise<string> {
    const settings = loadSettings({ environment, flags: { data: join(this.folder, 'data'), port: '0', ...flags } });
    const log = jsonLogger((line) => this.log.push(JSON.parse(line)), 'info');
    this.running = await runService(settings, log, environment);
    return this.running.url;
  }

  /** Ends the service, which sends the spans that it still has. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.collector.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a chunk of the file `secret-name.txt`. */
  async send(
    bytes: Uint8Array,
    rest: ChunkRest = { last: true },
    headers: Record<string, string> = {},
  ): Promise<ChunkUploadResult> {
    const client = new RemoteFileServiceClient({ address: this.running?.url ?? '', headers });
    return await client.AppendChunkWithFolderAccessKey(chunkRequest('secret-name.txt', bytes, rest));
  }

  /** The received spans of requests. */
  get requests(): readonly ReceivedSpan[] {
    return this.collector.spans.filter(({ kind }) => kind === 2);
  }

  /** Lines of the log about results. */
  get results(): TracedService['log'] {
    return this.log.filter(({ message }) => message === 'result');
  }
}
