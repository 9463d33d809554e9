import { addressingNamespaces } from './block-names.ts';

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

const [currentNamespace, draftNamespace] = addressingNamespaces;

/** @see https://www.w3.org/TR/ws-addr-core/ and https://www.w3.org/TR/ws-addr-soap/ */
const current: AddressingVersion = {
  name: '1.0',
  namespace: currentNamespace,
  anonymous: `${currentNamespace}/anonymous`,
  none: `${currentNamespace}/none`,
  replyTypes: [`${currentNamespace}/reply`],
  faultAction: `${currentNamespace}/fault`,
  soapFaultAction: `${currentNamespace}/soap/fault`,
  invalidHeader: 'InvalidAddressingHeader',
  headerRequired: 'MessageAddressingHeaderRequired',
  hasDetail: true,
};

/** @see https://www.w3.org/Submission/ws-addressing/ */
const draft: AddressingVersion = {
  name: '2004-08',
  namespace: draftNamespace,
  anonymous: `${draftNamespace}/role/anonymous`,
  none: undefined,
  // The value is a QName, whose prefix is the sender's.
  replyTypes: ['Reply'],
  faultAction: `${draftNamespace}/fault`,
  soapFaultAction: `${draftNamespace}/fault`,
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
