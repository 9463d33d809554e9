import type { SoapVersion } from '../soap/version.ts';

/** What a server knows of its service besides the operations: generated from the contract as plain data. */
export interface ServiceDescription {
  readonly name: string;
  readonly namespace: string;
  /** Default address; its path is served unless the options name another one. */
  readonly address: string;
  readonly soapVersions: readonly SoapVersion[];
  /** The WSDL, split at the places of the address. */
  readonly wsdl: readonly string[];
}
