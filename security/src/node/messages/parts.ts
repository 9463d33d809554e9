import type { TreeElement } from '@soapwright/runtime/xml';
import { wsse, wsu } from '../../names.ts';
import { samlNames } from '../../saml/saml-names.ts';
import { isNamed, type Name } from '../../xml-elements.ts';
import { wsse11 } from '../keys/names.ts';
import type { SoapMessage } from './soap-message.ts';

/**
 * What a signature covers: the Body, items of the Security header block, and header blocks by their names. `Headers` are all
 * other header blocks that a message has.
 */
export type SignedPart =
  | 'Body'
  | 'Headers'
  | 'Timestamp'
  | 'UsernameToken'
  | 'BinarySecurityToken'
  /** The assertion of SAML 2.0. */
  | 'Assertion'
  /** What a response says of the signatures of its request: `confirmSignatures`. */
  | 'SignatureConfirmation'
  | {
      readonly namespace: string;
      /** Undefined for all header blocks of the namespace. */
      readonly local?: string | undefined;
      /** Whether a message may have none of them; default false. Those that it has are signed in any case. */
      readonly optional?: boolean | undefined;
    };

const securityItems: Readonly<Record<Exclude<Extract<SignedPart, string>, 'Body' | 'Headers'>, Name>> = {
  Timestamp: [wsu, 'Timestamp'],
  UsernameToken: [wsse, 'UsernameToken'],
  BinarySecurityToken: [wsse, 'BinarySecurityToken'],
  Assertion: samlNames.assertion,
  SignatureConfirmation: [wsse11, 'SignatureConfirmation'],
};

/** The elements of a message that a part means, at the one place where each of them counts. */
export function elementsOf(part: SignedPart, { body, header, security }: SoapMessage): readonly TreeElement[] {
  if (part === 'Body') return [body];
  const blocks = header?.children.filter((one) => !isNamed(one, [wsse, 'Security'])) ?? [];
  if (part === 'Headers') return blocks;
  if (typeof part === 'string') return security?.children.filter((one) => isNamed(one, securityItems[part])) ?? [];
  const { namespace, local } = part;
  return blocks.filter((one) => (local === undefined ? one.namespace === namespace : isNamed(one, [namespace, local])));
}

export function nameOfPart(part: SignedPart): string {
  return typeof part === 'string' ? part : `header block {${part.namespace}}${part.local ?? '*'}`;
}

/** Whether a part is added to a message that is signed. */
export function isAdded(part: SignedPart): boolean {
  return part === 'BinarySecurityToken' || part === 'Assertion' || part === 'SignatureConfirmation';
}

/** Whether a message must have a part. */
export function isRequired(part: SignedPart): boolean {
  return typeof part === 'string' ? part !== 'Headers' : part.optional !== true;
}
