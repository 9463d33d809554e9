import { readFileSync } from 'node:fs';
import { ClientError, type ClientErrorCode, SoapFault, type Transport, TypedFault } from '@soapwright/runtime/client';
import type { Contract, SoapVersion } from '../contract/index.ts';
import { loadYamlPackage } from '../contract/index.ts';
import { type Diagnostic, calling as kinds, Report, report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { type AccessOptions, clientAccess } from '../fetch/index.ts';
import {
  type DryRequest,
  liveContract,
  plainBody,
  readData,
  type SecurityProfile,
  ServiceClient,
  ServiceError,
} from '../messages/index.ts';
import { accessOptions, withPassword } from './access-options.ts';
import { curlText, describedText, operationsText } from './call-texts.ts';
import { signInOf } from './message-security.ts';
import { loadOneContract, type OneContractFlags } from './one-contract.ts';
import { failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

/** How a result is printed. */
export type CallOutput = 'json' | 'yaml' | 'xml';

export interface CallFlags extends OneContractFlags, AccessOptions {
  readonly data?: string;
  readonly soapHeader?: readonly string[];
  readonly describe?: boolean;
  readonly dryRun?: boolean;
  readonly address?: string;
  readonly service?: string;
  readonly port?: string;
  readonly soap?: SoapVersion;
  readonly tolerant?: boolean;
  readonly profile?: SecurityProfile;
  readonly output: CallOutput;
  /** In seconds. */
  readonly timeout: number;
}

/** Calls an operation of a service; without one, lists them. */
export async function runCall(
  place: string,
  name: string | undefined,
  given: CallFlags,
  terminal: Terminal,
): Promise<number> {
  const to = new Report();
  const flags = await withPassword(given);
  const fail = (): number => print(failed(to.diagnostics, to.sources), flags, terminal);
  const contract = await contractAt(place, flags, terminal, to);
  if (contract === undefined) return fail();
  const call = new Call(contract, { place, flags, terminal, to });
  try {
    return name === undefined ? call.list() : await call.run(name);
  } catch (error) {
    to.add(diagnosticOf(error, place, name ?? ''));
    return fail();
  } finally {
    call.close();
  }
}

async function contractAt(
  place: string,
  flags: CallFlags,
  terminal: Terminal,
  to: Report,
): Promise<Contract | undefined> {
  const { service, port } = flags;
  const choice = service === undefined && port === undefined ? undefined : { service, port };
  if (!/^https?:\/\//i.test(place)) {
    const command = 'soapwright call';
    return loadOneContract({ ...flags, schema: place }, command, terminal, to, choice)?.contract;
  }
  onStage(flags, terminal)(`Fetching ${place}`);
  const live = await liveContract(place, accessOptions(flags), process.cwd(), choice);
  if (typeof live !== 'string') return live;
  to.add(report(kinds.cannotOpen, { reason: `The WSDL cannot be read: ${live}.` }));
  return undefined;
}

interface CallSettings {
  readonly place: string;
  readonly flags: CallFlags;
  readonly terminal: Terminal;
  readonly to: Report;
}

/** One run of the command. */
class Call {
  readonly #contract: Contract;
  readonly #settings: CallSettings;
  #transport: { close(): void } | undefined;
  /** The envelope of the response, for `--output xml`. */
  #received: Uint8Array | undefined;

  constructor(contract: Contract, settings: CallSettings) {
    this.#contract = contract;
    this.#settings = settings;
  }

  close(): void {
    this.#transport?.close();
  }

  list(): number {
    const { flags, terminal } = this.#settings;
    const { operations, service } = this.#client();
    if (flags.format === 'json') {
      return print({ exitCode: 0, files: [], diagnostics: [], details: { operations } }, flags, terminal);
    }
    terminal.out(operationsText(service.name, operations));
    return 0;
  }

  async run(name: string): Promise<number> {
    const { flags, terminal, to, place } = this.#settings;
    const client = this.#client();
    const { operations } = client;
    const operation = operations.find((one) => one.name === name) ?? client.operationNamed(name);
    if (operation === undefined) {
      const among = operations.map((one) => one.name);
      to.add(report(kinds.noSuchOperation, { name, contract: place }, {}, { didYouMean: { name, among } }));
      return print(failed(to.diagnostics, to.sources), flags, terminal);
    }
    if (flags.describe === true) {
      terminal.out(describedText(client.describe(operation.name), client.example(operation.name)));
      return 0;
    }
    const input = this.#data();
    const headers = this.#headers();
    if (to.hasErrors) return print(failed(to.diagnostics, to.sources), flags, terminal);
    if (flags.dryRun === true) return this.#printDry(client.dryRun(operation.name, input, { headers }));
    onStage(flags, terminal)(`Calling ${operation.name}`);
    const { body, httpStatus } = await client.exchange(operation.name, input, {
      headers,
      timeout: flags.timeout * 1_000,
    });
    if (operation.isOneWay) terminal.message(`The service has accepted the message (HTTP ${httpStatus}).\n`);
    else terminal.out(await this.#resultText(body));
    return 0;
  }

  /** @throws {ServiceError} for a contract without an address. */
  #client(): ServiceClient {
    const { flags, to } = this.#settings;
    const service = serviceFor(this.#contract, 'standard');
    const { soap, tolerant, address = service.address } = flags;
    const surroundings = { current: process.cwd(), environment: process.env };
    const signIn = signInOf(service, flags.profile, accessOptions(flags), address);
    const access = clientAccess(address, signIn.access, surroundings);
    to.add(...signIn.diagnostics, ...access.diagnostics);
    const { transport, ...rest } = access.options;
    this.#transport = transport;
    const reading = tolerant === true ? 'tolerant' : 'standard';
    const interceptors = signIn.security === undefined ? [] : [signIn.security.interceptor];
    const options = { ...rest, address, soap, reading, interceptors, transport: this.#recorded(transport) } as const;
    return new ServiceClient(this.#contract, options, service);
  }

  #recorded(transport: Transport): Transport {
    if (this.#settings.flags.output !== 'xml') return transport;
    return {
      send: async (request) => {
        const response = await transport.send({ ...request, sink: undefined });
        this.#received = response.body;
        return response;
      },
    };
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
      return readData({ file: data.slice(1), text: readFileSync(data.slice(1), 'utf8') }, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      to.add(report(kinds.badData, { option, reason: `${data.slice(1)} cannot be read (${String(error.code)})` }));
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
    const { output } = this.#settings.flags;
    if (output === 'xml') return `${new TextDecoder().decode(this.#received)}\n`;
    const value = await plainBody(body);
    if (output === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
    return loadYamlPackage().stringify(value);
  }
}

function diagnosticOf(error: unknown, contract: string, operation: string): Diagnostic {
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
