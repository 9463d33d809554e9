import type { SoapVersion } from '../soap/version.ts';

/** What a server knows of its service besides the operations: generated from the contract as plain data. */
export interface ServiceDescription {
  readonly name: string;
  readonly namespace: string;
  /** Default address; its path is served unless the options name another one. */
  readonly address: string;
  readonly soapVersions: readonly SoapVersion[];
  /** The default of the server option of that name. */
  readonly senderFaultStatus?: SenderFaultStatus;
  /** The WSDL, split at the places of the address. */
  readonly wsdl: readonly string[];
}

/** HTTP status of a SOAP 1.2 fault with the code Sender. */
export type SenderFaultStatus = 400 | 500;
