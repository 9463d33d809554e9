/** Calls of services without generated code: `soapwright/dynamic` in browsers and Workers. */
import type { Contract } from '../../contract/index.ts';
import { textAt } from '../../fetch/index.ts';
import { contractOfTexts, isContractText } from './contract-of-texts.ts';
import { loadedService } from './one-operation.ts';
import { ServiceClient, type ServiceClientOptions } from './service-client.ts';
import { ServiceError } from './service-error.ts';

export { createGateway } from './gateway.ts';
export type * from './public-types.ts';
export { ServiceError } from './service-error.ts';

export interface OpenServiceOptions extends ServiceClientOptions {
  /** Of a WSDL: the service, and one of its ports. Default: the first one with a SOAP port. */
  readonly service?: string | undefined;
  readonly port?: string | undefined;
  /** Texts of the files that the contract imports, by their locations. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Fetches the WSDL and what it imports; default the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Hosts, beside that of the WSDL, that files may come from. */
  readonly hosts?: readonly string[] | undefined;
}

/**
 * Opens a service by its contract, for calls without generated code.
 *
 * @param contract the text of a WSDL or of a contract in YAML; or the http(s) address of a WSDL, which is fetched with
 * everything that it imports.
 * @throws {ServiceError} for a contract that cannot be read.
 */
export async function openService(contract: string, options: OpenServiceOptions = {}): Promise<ServiceClient> {
  const { service, port, files, fetch = globalThis.fetch, hosts = [], ...rest } = options;
  const choice = { service, port };
  if (isContractText(contract)) {
    const loaded = await contractOfTexts({ location: 'contract', text: contract, choice, files });
    return clientOf(loaded, rest);
  }
  const allowed = new Set([addressOf(contract).host, ...hosts]);
  const fetchText = (address: string): Promise<string | undefined> =>
    allowed.has(new URL(address).host) ? textAt(address, fetch).catch(() => undefined) : Promise.resolve(undefined);
  const location = addressOf(contract).href;
  const text = await textAt(location, fetch).catch((error: unknown) => {
    throw new ServiceError(`The WSDL at ${contract} cannot be read: ${String(error)}.`);
  });
  const loaded = await contractOfTexts({ location, text, choice, files, fetchText });
  return clientOf(loaded, rest);
}

function clientOf(loaded: Contract, options: ServiceClientOptions): ServiceClient {
  const { contract, service } = loadedService(loaded);
  return new ServiceClient(contract, options, service);
}

function addressOf(contract: string): URL {
  if (/^https?:\/\//i.test(contract) && URL.canParse(contract)) return new URL(contract);
  throw new ServiceError('A contract is given as its text, or by an http(s) address: there are no files here.');
}
