import { SoapFault } from '@soapwright/runtime';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import type { ResolvedOperation } from '../../contract/index.ts';
import { Report } from '../../diagnostics/index.ts';
import { serviceFor } from '../../emit/index.ts';
import { contractOfFile } from '../contract-of-file.ts';
import type { Value } from '../model/value.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { Behaviour } from './behaviour.ts';
import type { MockExample } from './example.ts';
import { readExamples } from './example-folder.ts';
import { textOfValue } from './match.ts';
import { failureOf } from './mock-error.ts';
import { createMockServer } from './mock-server.ts';
import { Recorder } from './recorder.ts';
import { Recording } from './recording.ts';

export interface RecordedTransportOptions {
  /** Folder of the exchanges: a file in YAML for each operation, as `soapwright mock --record` writes them. */
  readonly folder: string;
  /** Address of the real service: calls go there, and are recorded. Without it, the folder is played, and nothing is sent. */
  readonly record?: string | undefined;
  /** The fields of a request that tell exchanges apart, such as `Filter/Number`, by the names of methods; default all. */
  readonly compare?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Of a WSDL: the overlay. */
  readonly overlay?: string | undefined;
  /** Of a WSDL: the service, and one of its ports. */
  readonly service?: string | undefined;
  readonly wsdlPort?: string | undefined;
}

/** In milliseconds, for one call of the real service. */
const timeout = 60_000;

/**
 * A transport for tests that records the exchanges of a client, and plays them again without the service. Sensitive fields and
 * HTTP headers are not recorded.
 *
 * @param contract path of a contract in YAML or of a WSDL.
 * @throws {MockError} for a contract or a recorded file with errors. A call without a recorded exchange gets a `SoapFault`
 * with the detail code `NotRecorded`.
 *
 * @example
 * const record = process.env.RECORD;
 * const transport = await recordedTransport('shop.wsdl', { folder: 'test/exchanges', record });
 * const client = new ShopClient({ transport });
 */
export async function recordedTransport(contract: string, options: RecordedTransportOptions): Promise<Transport> {
  const { folder, record: url, compare = {}, overlay, service: serviceName, wsdlPort } = options;
  const report = new Report();
  const loaded = contractOfFile(contract, { overlay, choice: { service: serviceName, port: wsdlPort } }, report);
  if (loaded === undefined) throw failureOf(report);
  const service = serviceFor(loaded, 'standard');
  const messages = new ServiceMessages(loaded, service);
  const seed = 'soapwright';
  const shared = { contract: loaded, messages, seed };
  const responder =
    url === undefined
      ? played(messages, folder, compare, report)
      : new Recorder({ ...shared, url, timeout, recording: new Recording(folder) });
  const server = createMockServer({ ...shared, service, responder, strict: false });
  const inProcess = memoryTransport(server);
  return { send: (request) => inProcess.send({ ...request, url: new URL(server.path, 'http://localhost').href }) };
}

function played(
  messages: ServiceMessages,
  folder: string,
  compare: Readonly<Record<string, readonly string[]>>,
  report: Report,
): Behaviour {
  const examples = readExamples(folder, messages, { seed: 'soapwright', use: 'mock' }, report);
  if (examples === undefined || report.hasErrors) throw failureOf(report);
  const behaviour = new Behaviour(messages, 'soapwright', { otherwise: notRecorded });
  const compared = [...examples].map(([name, list]): [string, readonly MockExample[]] => {
    const fields = compare[name];
    return [name, fields === undefined ? list : list.map((one) => ({ ...one, when: picked(one.when, fields) }))];
  });
  behaviour.replace(new Map(compared));
  return behaviour;
}

/** @param fields paths of names, through lists: `Filter/Number`. */
function picked(value: Value, fields: readonly string[]): Value {
  if (Array.isArray(value)) return value.map((item) => picked(item as Value, fields));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, one]): [string, Value][] => {
    if (fields.includes(name)) return [[name, one]];
    const below = fields.flatMap((field) => (field.startsWith(`${name}/`) ? [field.slice(name.length + 1)] : []));
    return below.length === 0 ? [] : [[name, picked(one as Value, below)]];
  });
  return Object.fromEntries(entries);
}

/** A request may be long, and hold what is not for logs. */
const shownLength = 200;

function notRecorded({ identifier }: ResolvedOperation, request: Value): never {
  const text = textOfValue(request).slice(0, shownLength);
  throw SoapFault.receiver('NotRecorded', `No exchange of ${identifier} is recorded for the request ${text}.`);
}
