import type { Transport } from '@soapwright/runtime/client';
import type { SoapVersion } from '../contract/index.ts';
import { calling as kinds, type Report, report } from '../diagnostics/index.ts';
import { type AccessOptions, clientAccess } from '../fetch/index.ts';
import {
  type CacheEntry,
  ContractCache,
  DigestedFiles,
  describedOperation,
  type LoadedService,
  liveContract,
  loadedService,
  type SecurityProfile,
  ServiceClient,
  type ServiceList,
} from '../messages/index.ts';
import { accessOptions, withPassword } from './access-options.ts';
import { signInOf } from './message-security.ts';
import { type OneContractFlags, oneContract } from './one-contract.ts';
import { onStage, type Terminal } from './terminal.ts';

/** Flags of commands that call a service without generated code. */
export interface ClientFlags extends OneContractFlags, AccessOptions {
  readonly address?: string;
  readonly service?: string;
  readonly port?: string;
  readonly soap?: SoapVersion;
  readonly tolerant?: boolean;
  readonly profile?: SecurityProfile;
  /** Whether contracts that were loaded are kept for later runs; default true. */
  readonly cache?: boolean;
}

/** A client of a service, and its connections. */
export interface OpenedClient {
  readonly client: ServiceClient;
  close(): void;
}

export interface OpenServiceFlow {
  /** As the user typed it: `soapwright call`. */
  readonly command: string;
  readonly terminal: Terminal;
  readonly to: Report;
}

export interface OpenClientOptions extends OpenServiceFlow {
  readonly around?: ((transport: Transport) => Transport) | undefined;
  /** The only operation that is used; default all. */
  readonly operation?: string | undefined;
  /** Whether nothing is sent, so that neither credentials nor connections are needed. */
  readonly offline?: boolean | undefined;
  /** Whether examples of messages are made. */
  readonly forExample?: boolean | undefined;
}

/**
 * Opens a service by a contract in a file or at an address, signed in as the flags say. Undefined after reporting a mistake.
 *
 * @throws {ServiceError} for a contract without an address.
 */
export async function openClient<Flags extends ClientFlags>(
  place: string,
  given: Flags,
  options: OpenClientOptions,
): Promise<OpenedClient | undefined> {
  const { operation, offline = false, forExample = false } = options;
  const flags = offline ? given : await withPassword(given);
  const loaded = await loadService(place, flags, options, { operation, forExample });
  return loaded && clientOf(loaded, flags, options);
}

/** A client of a service, signed in as the flags say. What is wrong with them is reported. */
export function clientOf(
  { contract, service }: LoadedService,
  flags: ClientFlags,
  { to, around = (transport) => transport, offline = false }: Pick<OpenClientOptions, 'to' | 'around' | 'offline'>,
): OpenedClient {
  const { soap, tolerant, address = service.address } = flags;
  const reading = tolerant === true ? 'tolerant' : 'standard';
  if (offline) return { client: new ServiceClient(contract, { address, soap, reading }, service), close: () => {} };
  const signIn = signInOf(service, flags.profile, accessOptions(flags), address);
  const surroundings = { current: process.cwd(), environment: process.env };
  const { options: access, diagnostics } = clientAccess(address, signIn.access, surroundings);
  to.add(...signIn.diagnostics, ...diagnostics);
  const { transport, ...rest } = access;
  const client = new ServiceClient(
    contract,
    {
      ...rest,
      address,
      soap,
      reading,
      interceptors: signIn.security === undefined ? [] : [signIn.security.interceptor],
      transport: around(transport),
    },
    service,
  );
  return { client, close: () => transport.close() };
}

/** The operations of a service; undefined after reporting a mistake. */
export async function listService(
  place: string,
  flags: ClientFlags,
  options: OpenServiceFlow,
): Promise<ServiceList | undefined> {
  const cached = contractAt(place, flags, options);
  const listed = cached?.entry?.list();
  if (listed !== undefined) return listed;
  const loaded = await loadService(place, flags, options, {}, cached);
  return loaded && { name: loaded.service.name, operations: loaded.service.operations.map(describedOperation) };
}

/** What is needed of a service. */
interface Needed {
  readonly operation?: string | undefined;
  readonly forExample?: boolean | undefined;
}

/** The service of a contract in a file or at an address. Undefined after reporting a mistake. */
export async function loadService(
  place: string,
  flags: ClientFlags,
  options: OpenServiceFlow,
  { operation, forExample = false }: Needed = {},
  source: ContractSource | undefined = contractAt(place, flags, options),
): Promise<LoadedService | undefined> {
  const found = source?.entry?.find(operation, forExample);
  if (found !== undefined || source === undefined) return found;
  const files = isAddress(place) ? undefined : new DigestedFiles();
  const read = await source.load(files);
  const loaded = read && loadedService(read.contract);
  if (loaded === undefined || source.entry === undefined || options.to.hasErrors) return loaded;
  return source.entry.store(loaded, files, operation, forExample);
}

/** A contract, and where it is kept. */
interface ContractSource {
  readonly entry: CacheEntry | undefined;
  /** Undefined after reporting a mistake. */
  load(files: DigestedFiles | undefined): LoadedService | undefined | Promise<LoadedService | undefined>;
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

function contractAt(
  place: string,
  flags: ClientFlags,
  { command, terminal, to }: OpenServiceFlow,
): ContractSource | undefined {
  const { service, port, user, header = [], headerEnv = [], cert } = flags;
  const choice = service === undefined && port === undefined ? undefined : { service, port };
  const cache = flags.cache === false ? undefined : ContractCache.open(process.env);
  if (!isAddress(place)) return oneContract({ ...flags, schema: place }, command, terminal, to, { cache, choice });
  // Others may be shown another WSDL. Neither passwords nor values of headers are part of a name.
  const names = [...header, ...headerEnv].map((line) => line.split(/[:=]/)[0]);
  return {
    entry: cache?.entry([place, choice, user, names, cert]),
    load: async () => {
      onStage(flags, terminal)(`Fetching ${place}`);
      const live = await liveContract(place, accessOptions(await withPassword(flags)), process.cwd(), choice);
      if (typeof live !== 'string') return loadedService(live);
      to.add(report(kinds.cannotOpen, { reason: `The WSDL cannot be read: ${live}.` }));
      return undefined;
    },
  };
}
