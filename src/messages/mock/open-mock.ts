import type { EventListener } from '@soapwright/runtime/server';
import { type Listening, type ListenOptions, listen } from '@soapwright/runtime/server/node';
import type { Contract, ResolvedService } from '../../contract/index.ts';
import { mock as kinds, type Report, report } from '../../diagnostics/index.ts';
import { serviceFor } from '../../emit/index.ts';
import type { LiveAccess } from '../../fetch/index.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { Behaviour } from './behaviour.ts';
import { readExamples } from './example-folder.ts';
import { createMockServer, type ReceivedRequest } from './mock-server.ts';
import { Recorder } from './recorder.ts';
import { Recording } from './recording.ts';

export interface OpenMockOptions extends Pick<ListenOptions, 'host' | 'port'> {
  readonly seed: string;
  readonly strict: boolean;
  /** Folder of examples. */
  readonly examples?: string | undefined;
  /** Address of a real service, whose responses are recorded in the folder of examples. */
  readonly record?: string | undefined;
  /** Credentials for the real service. */
  readonly access?: LiveAccess | undefined;
  readonly path?: string | undefined;
  readonly log?: EventListener | undefined;
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
}

/** A mock that listens. */
export interface OpenMock {
  readonly listening: Listening;
  readonly service: ResolvedService;
  readonly messages: ServiceMessages;
  readonly behaviour: Behaviour;
  /** Reads the folder of examples again. If it has errors, the mock goes on as before. */
  reload(to: Report): void;
}

/** Starts a mock of a contract. Undefined if its examples have errors, or it cannot listen, which is reported. */
export async function openMock(
  contract: Contract,
  options: OpenMockOptions,
  to: Report,
): Promise<OpenMock | undefined> {
  const { seed, examples: folder, host = '127.0.0.1', port = 0 } = options;
  const service = serviceFor(contract, 'standard');
  const messages = new ServiceMessages(contract, service);
  const behaviour = new Behaviour(messages, seed);
  const recorder = recorderOf(contract, messages, options);
  const reload = (report: Report): void => {
    if (folder === undefined || recorder !== undefined) {
      behaviour.replace(new Map());
      return;
    }
    const examples = readExamples(folder, messages, { seed, use: 'mock' }, report);
    if (examples !== undefined && !report.hasErrors) behaviour.replace(examples);
  };
  reload(to);
  if (to.hasErrors) return undefined;
  const server = createMockServer({ ...options, contract, service, messages, responder: recorder ?? behaviour });
  try {
    const listening = await listen(server, { host, port });
    return { listening, service, messages, behaviour, reload };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    to.add(report(kinds.cannotListen, { host, port, reason: String(error.code) }));
    return undefined;
  }
}

/** Milliseconds that a service has to respond. */
const recordTimeout = 60_000;

function recorderOf(
  contract: Contract,
  messages: ServiceMessages,
  { record: url, examples: folder, seed, access }: OpenMockOptions,
): Recorder | undefined {
  if (url === undefined || folder === undefined) return undefined;
  const recording = new Recording(folder);
  return new Recorder({ contract, messages, url, access, seed, timeout: recordTimeout, recording });
}
