import type { Transport } from '@soapwright/runtime/client';
import type { Contract, SoapVersion } from '../contract/index.ts';
import { calling as kinds, type Report, report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { type AccessOptions, clientAccess } from '../fetch/index.ts';
import { liveContract, type SecurityProfile, ServiceClient } from '../messages/index.ts';
import { accessOptions, withPassword } from './access-options.ts';
import { signInOf } from './message-security.ts';
import { type LoadedService, loadOneContract, type OneContractFlags } from './one-contract.ts';
import { onStage, type Terminal } from './terminal.ts';

/** Flags of commands that call a service without generated code. */
export interface ClientFlags extends OneContractFlags, AccessOptions {
  readonly address?: string;
  readonly service?: string;
  readonly port?: string;
  readonly soap?: SoapVersion;
  readonly tolerant?: boolean;
  readonly profile?: SecurityProfile;
}

/** A client of a service, and its connections. */
export interface OpenedClient {
  readonly client: ServiceClient;
  close(): void;
}

export interface OpenClientOptions {
  /** As the user typed it: `soapwright call`. */
  readonly command: string;
  readonly terminal: Terminal;
  readonly to: Report;
  readonly around?: ((transport: Transport) => Transport) | undefined;
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
  const flags = await withPassword(given);
  const contract = await contractAt(place, flags, options);
  return contract && clientOf({ contract, service: serviceFor(contract, 'standard') }, flags, options);
}

/** A client of a contract, signed in as the flags say. What is wrong with them is reported. */
export function clientOf(
  { contract, service }: LoadedService,
  flags: ClientFlags,
  { to, around = (transport) => transport }: Pick<OpenClientOptions, 'to' | 'around'>,
): OpenedClient {
  const { soap, tolerant, address = service.address } = flags;
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
      reading: tolerant === true ? 'tolerant' : 'standard',
      interceptors: signIn.security === undefined ? [] : [signIn.security.interceptor],
      transport: around(transport),
    },
    service,
  );
  return { client, close: () => transport.close() };
}

/** The contract of a file or an address. Undefined after reporting a mistake. */
export async function contractAt(
  place: string,
  flags: ClientFlags,
  { command, terminal, to }: OpenClientOptions,
): Promise<Contract | undefined> {
  const { service, port } = flags;
  const choice = service === undefined && port === undefined ? undefined : { service, port };
  if (!/^https?:\/\//i.test(place)) {
    return loadOneContract({ ...flags, schema: place }, command, terminal, to, choice)?.contract;
  }
  onStage(flags, terminal)(`Fetching ${place}`);
  const live = await liveContract(place, accessOptions(flags), process.cwd(), choice);
  if (typeof live !== 'string') return live;
  to.add(report(kinds.cannotOpen, { reason: `The WSDL cannot be read: ${live}.` }));
  return undefined;
}
