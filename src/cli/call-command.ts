import { readFileSync } from 'node:fs';
import { ClientError, type ClientErrorCode, SoapFault, type Transport, TypedFault } from '@soapwright/runtime/client';
import { loadYamlPackage } from '../contract/index.ts';
import { type Diagnostic, calling as kinds, Report, report } from '../diagnostics/index.ts';
import {
  type DryRequest,
  plainBody,
  readData,
  type ServiceClient,
  ServiceError,
  type ServiceList,
} from '../messages/index.ts';
import { curlText, describedText, operationsText } from './call-texts.ts';
import { type ClientFlags, listService, type OpenedClient, openClient } from './open-client.ts';
import { failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

/** How a result is printed. */
export type CallOutput = 'json' | 'yaml' | 'xml';

export interface CallFlags extends ClientFlags {
  readonly data?: string;
  readonly soapHeader?: readonly string[];
  readonly describe?: boolean;
  readonly dryRun?: boolean;
  readonly output: CallOutput;
  /** In seconds. */
  readonly timeout: number;
}

/** Calls an operation of a service; without one, lists them. */
export async function runCall(
  place: string,
  name: string | undefined,
  flags: CallFlags,
  terminal: Terminal,
): Promise<number> {
  const to = new Report();
  const fail = (): number => print(failed(to.diagnostics, to.sources), flags, terminal);
  let opened: OpenedClient | undefined;
  /** The envelope of the response, for `--output xml`. */
  let received = new Uint8Array(0);
  const around = (transport: Transport): Transport => ({
    send: async (request) => {
      const response = await transport.send({ ...request, sink: undefined });
      received = new Uint8Array(response.body);
      return response;
    },
  });
  try {
    const flow = { command: 'soapwright call', terminal, to };
    if (name === undefined) {
      const list = await listService(place, flags, flow);
      return list === undefined ? fail() : printList(list, flags, terminal);
    }
    opened = await openClient(place, flags, {
      ...flow,
      operation: name,
      offline: flags.describe === true || flags.dryRun === true,
      forExample: flags.describe === true,
      ...(flags.output === 'xml' && { around }),
    });
    if (opened === undefined) return fail();
    const call = new Call(opened.client, { place, flags, terminal, to });
    const exitCode = await call.run(name, () => received);
    return exitCode ?? fail();
  } catch (error) {
    to.add(callDiagnostic(error, place, name ?? ''));
    return fail();
  } finally {
    opened?.close();
  }
}

function printList({ name, operations }: ServiceList, flags: CallFlags, terminal: Terminal): number {
  if (flags.format === 'json') {
    return print({ exitCode: 0, files: [], diagnostics: [], details: { operations } }, flags, terminal);
  }
  terminal.out(operationsText(name, operations));
  return 0;
}

interface CallSettings {
  readonly place: string;
  readonly flags: CallFlags;
  readonly terminal: Terminal;
  readonly to: Report;
}

/** One run of the command. */
class Call {
  readonly #client: ServiceClient;
  readonly #settings: CallSettings;

  constructor(client: ServiceClient, settings: CallSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** The exit code; undefined after reporting a mistake. @param received gives the envelope of the response. */
  async run(name: string, received: () => Uint8Array): Promise<number | undefined> {
    const { flags, terminal, to, place } = this.#settings;
    const client = this.#client;
    const operation = client.operationNamed(name);
    if (operation === undefined) {
      const among = client.operations.map((one) => one.name);
      to.add(report(kinds.noSuchOperation, { name, contract: place }, {}, { didYouMean: { name, among } }));
      return undefined;
    }
    if (flags.describe === true) {
      const examples = { data: client.example(operation.name), headers: client.exampleHeaders(operation.name, 'all') };
      terminal.out(describedText(client.describe(operation.name), examples));
      return 0;
    }
    const input = this.#data();
    const headers = this.#headers();
    if (to.hasErrors) return undefined;
    if (flags.dryRun === true) return this.#printDry(client.dryRun(operation.name, input, { headers }));
    onStage(flags, terminal)(`Calling ${operation.name}`);
    const timeout = flags.timeout * 1_000;
    const { body, httpStatus } = await client.exchange(operation.name, input, { headers, timeout });
    if (operation.isOneWay) terminal.message(`The service has accepted the message (HTTP ${httpStatus}).\n`);
    else if (flags.output === 'xml') terminal.out(`${new TextDecoder().decode(received())}\n`);
    else terminal.out(await this.#resultText(body));
    return 0;
  }

  #data(): unknown {
    const { data } = this.#settings.flags;
    return data === undefined ? {} : this.#read('--data', data);
  }

  /** `Name=YAML`. */
  #headers(): Readonly<Record<string, unknown>> {
    const { flags, to } = this.#settings;
    const entries = (flags.soapHeader ?? []).map((line): [string, unknown] => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(line) ?? [];
      if (name !== '') return [name, this.#read(`--soap-header ${name}`, value)];
      to.add(report(kinds.badData, { option: '--soap-header', reason: 'it is not NAME=DATA' }));
      return ['', undefined];
    });
    return Object.fromEntries(entries);
  }

  #read(option: string, data: string): unknown {
    const { to } = this.#settings;
    try {
      if (data === '-') return readData({ file: 'standard input', text: readFileSync(0, 'utf8') }, to);
      if (!data.startsWith('@')) return readData({ file: option, text: data }, to);
      if (data === '@') throw Object.assign(new Error(), { code: 'no path after @' });
      return readData({ file: data.slice(1), text: readFileSync(data.slice(1), 'utf8') }, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      to.add(
        report(kinds.badData, {
          option,
          reason: `${data.slice(1) || 'the file'} cannot be read (${String(error.code)})`,
        }),
      );
      return undefined;
    }
  }

  #printDry(request: DryRequest): number {
    const { flags, terminal } = this.#settings;
    if (flags.format === 'json') {
      return print({ exitCode: 0, files: [], diagnostics: [], details: { request } }, flags, terminal);
    }
    terminal.out(`${request.envelope}\n`);
    terminal.message(`${curlText(request)}\n`);
    return 0;
  }

  async #resultText(body: unknown): Promise<string> {
    const value = await plainBody(body);
    if (this.#settings.flags.output === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
    return loadYamlPackage().stringify(value);
  }
}

/** What ended a call. */
export function callDiagnostic(error: unknown, contract: string, operation: string): Diagnostic {
  if (error instanceof SoapFault) {
    const { code, reason, detailCode } = error;
    const declared = error instanceof TypedFault ? ` ${error.type.name} ${JSON.stringify(error.value)}` : '';
    const text = `${reason}${declared}`;
    return report(kinds.fault, { code: detailCode === undefined ? code : `${code}, ${detailCode}`, reason: text });
  }
  if (error instanceof ServiceError) return report(kinds.cannotOpen, { reason: error.message });
  if (!(error instanceof ClientError)) throw error;
  const { message, code, remedy: general } = error;
  if (code === 'invalid-request' || code === 'invalid-options') {
    return report(kinds.wrongRequest, { reason: message, contract, operation });
  }
  const reason = general === undefined ? message : message.replace(general, '').trimEnd();
  return report(kinds.failed, { reason, remedy: remedies[code] ?? general ?? seeMessages });
}

const seeMessages = 'With SOAPWRIGHT_LOG=calls in the environment, the request and the response are printed.';

/** What to do with the options of the command, where the client names those of its constructor. */
const remedies: Partial<Readonly<Record<ClientErrorCode, string>>> = {
  'insecure-address': 'Use an https address, or allow it with --allow-http in a safe network.',
  'bad-answer': `--tolerant passes over what can be passed over. ${seeMessages}`,
  timeout: '--timeout gives it more seconds.',
};
