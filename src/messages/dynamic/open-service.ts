import { Report, renderText } from '../../diagnostics/index.ts';
import { contractOfFile } from '../contract-of-file.ts';
import { liveContract } from '../verify/compare-wsdl.ts';
import { ServiceClient, type ServiceClientOptions } from './service-client.ts';
import { ServiceError } from './service-error.ts';

export interface OpenServiceOptions extends ServiceClientOptions {
  /** Of a WSDL: the overlay. */
  readonly overlay?: string | undefined;
  /** Of a WSDL: the service, and one of its ports. Default: the first one with a SOAP port. */
  readonly service?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * Opens a service by its contract, for calls without generated code.
 *
 * @param contract path of a WSDL or of a contract in YAML; or the http(s) address of a WSDL, which is fetched with everything
 * that it imports.
 * @throws {ServiceError} for a contract that cannot be read.
 *
 * @example
 * const tickets = await openService('https://tickets.example/soap?wsdl');
 * const { status } = await tickets.call('FindTicket', { number: '42' });
 */
export async function openService(contract: string, options: OpenServiceOptions = {}): Promise<ServiceClient> {
  const { overlay, service, port, ...rest } = options;
  const choice = { service, port };
  if (/^https?:\/\//i.test(contract)) {
    const live = await liveContract(contract, {}, process.cwd(), choice);
    if (typeof live === 'string') throw new ServiceError(`The WSDL at ${contract} cannot be read: ${live}.`);
    return new ServiceClient(live, rest);
  }
  const report = new Report();
  const loaded = contractOfFile(contract, { overlay, choice }, report);
  if (loaded === undefined) {
    const text = renderText(report.diagnostics, { sources: report.sources }).trim();
    throw new ServiceError(text, report.diagnostics);
  }
  return new ServiceClient(loaded, rest);
}
