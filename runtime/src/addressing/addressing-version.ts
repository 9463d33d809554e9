import type { QName } from '../types/qname.ts';

export type AddressingName = '1.0' | '2004-08';

/** The differences between the two versions of WS-Addressing on the wire. */
export interface AddressingVersion {
  readonly name: AddressingName;
  readonly namespace: string;
  /** Address of the endpoint at the other end of the connection. */
  readonly anonymous: string;
  /** Address of an endpoint that discards its messages; undefined in versions without one. */
  readonly none: string | undefined;
  /** Relationship types of a reply, absent ones apart. */
  readonly replyTypes: readonly string[];
  /** Action of faults about addressing. */
  readonly faultAction: string;
  /** Action of other faults that the contract gives no action. */
  readonly soapFaultAction: string;
  /** Local names of fault subcodes. */
  readonly invalidHeader: string;
  readonly headerRequired: string;
  /** Whether faults have a second subcode and a detail. */
  readonly hasDetail: boolean;
}

/** @see https://www.w3.org/TR/ws-addr-core/ and https://www.w3.org/TR/ws-addr-soap/ */
const current: AddressingVersion = {
  name: '1.0',
  namespace: 'http://www.w3.org/2005/08/addressing',
  anonymous: 'http://www.w3.org/2005/08/addressing/anonymous',
  none: 'http://www.w3.org/2005/08/addressing/none',
  replyTypes: ['http://www.w3.org/2005/08/addressing/reply'],
  faultAction: 'http://www.w3.org/2005/08/addressing/fault',
  soapFaultAction: 'http://www.w3.org/2005/08/addressing/soap/fault',
  invalidHeader: 'InvalidAddressingHeader',
  headerRequired: 'MessageAddressingHeaderRequired',
  hasDetail: true,
};

/** @see https://www.w3.org/Submission/ws-addressing/ */
const draft: AddressingVersion = {
  name: '2004-08',
  namespace: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  anonymous: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
  none: undefined,
  // The value is a QName, whose prefix is the sender's.
  replyTypes: ['Reply'],
  faultAction: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  soapFaultAction: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  invalidHeader: 'InvalidMessageInformationHeader',
  headerRequired: 'MessageInformationHeaderRequired',
  hasDetail: false,
};

export const addressingVersions: readonly AddressingVersion[] = [current, draft];

/** @throws {TypeError} for another name. */
export function addressingVersion(name: AddressingName): AddressingVersion {
  const found = addressingVersions.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`version is '1.0' or '2004-08', not ${JSON.stringify(name)}.`);
  return found;
}

/** Names of the header blocks of a version. */
export function blockNames({ namespace }: AddressingVersion): readonly QName[] {
  return ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID', 'RelatesTo'].map((local) => ({
    namespace,
    local,
  }));
}
