import { resolve } from 'node:path';
import type { ServiceChoice } from '../../contract/index.ts';
import { Report, renderText } from '../../diagnostics/index.ts';
import { contractOfFile } from '../contract-of-file.ts';
import { liveContract } from '../verify/compare-wsdl.ts';
import { ContractCache, DigestedFiles } from './contract-cache.ts';
import { contractOfTexts, isContractText } from './contract-of-texts.ts';
import { type LoadedService, loadedService } from './one-operation.ts';
import { ServiceClient, type ServiceClientOptions } from './service-client.ts';
import { ServiceError } from './service-error.ts';

export interface OpenServiceOptions extends ServiceClientOptions {
  /** Of a WSDL: the overlay. */
  readonly overlay?: string | undefined;
  /** Of a WSDL: the service, and one of its ports. Default: the first one with a SOAP port. */
  readonly service?: string | undefined;
  readonly port?: string | undefined;
  /** Of a contract that is given as its text: the texts of the files that it imports, by their locations. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the contract is kept in the cache folder of the user for later runs, as `soapwright call` does it: until one of its
   * files changes, or ten minutes for one of an address. Default false.
   */
  readonly cache?: boolean | undefined;
}

/**
 * Opens a service by its contract, for calls without generated code.
 *
 * @param contract path or text of a WSDL or of a contract in YAML; or the http(s) address of a WSDL, which is fetched with
 * everything that it imports.
 * @throws {ServiceError} for a contract that cannot be read.
 *
 * @example
 * const tickets = await openService('https://tickets.example/soap?wsdl');
 * const { status } = await tickets.call('FindTicket', { number: '42' });
 */
export async function openService(contract: string, options: OpenServiceOptions = {}): Promise<ServiceClient> {
  const { overlay, service, port, files: texts, cache = false, ...rest } = options;
  const choice = { service, port };
  if (isContractText(contract)) {
    const read = await contractOfTexts({ location: 'contract', text: contract, choice, files: texts });
    const loaded = loadedService(read);
    return new ServiceClient(loaded.contract, rest, loaded.service);
  }
  const place = { path: contract, overlay, choice };
  const entry = cache ? ContractCache.open(process.env)?.entry([resolve('.'), 'open', place]) : undefined;
  const found = entry?.find();
  const files = isAddress(contract) ? undefined : new DigestedFiles();
  const loaded = found ?? (await loadedOf(place, files));
  if (found === undefined) entry?.store(loaded, files);
  return new ServiceClient(loaded.contract, rest, loaded.service);
}

interface Place {
  readonly path: string;
  readonly overlay: string | undefined;
  readonly choice: ServiceChoice;
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

async function loadedOf({ path, overlay, choice }: Place, files: DigestedFiles | undefined): Promise<LoadedService> {
  if (isAddress(path)) {
    const contract = await liveContract(path, {}, process.cwd(), choice);
    if (typeof contract === 'string') throw new ServiceError(`The WSDL at ${path} cannot be read: ${contract}.`);
    return loadedService(contract);
  }
  const report = new Report();
  const contract = contractOfFile(path, { overlay, choice, files }, report);
  if (contract === undefined) {
    const text = renderText(report.diagnostics, { sources: report.sources }).trim();
    throw new ServiceError(text, report.diagnostics);
  }
  return loadedService(contract);
}
