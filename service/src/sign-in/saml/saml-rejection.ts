import type { Rejection } from '../../common/rejection.ts';
import { signInRejected } from '../sign-in-context.ts';

/** Why a token is rejected: fixed texts for the operator's log. Callers get the same message for every failed sign-in. */
export type SamlRejectionReason =
  // Encoding and XML
  | 'the token is too long'
  | 'the token is not strict base64'
  | 'the token is not UTF-8'
  | 'a character that XML does not allow'
  | 'a DOCTYPE'
  | 'a comment'
  | 'a processing instruction'
  | 'a CDATA section'
  | 'an entity that is not one of the five of XML'
  | 'content outside of the root element'
  | 'too deep'
  | 'too many elements'
  | 'too many attributes'
  | 'a name that is too long'
  | 'not well-formed'
  | 'namespaces that are not well-formed'
  | 'an attribute of xml other than lang and space'
  // Structure
  | 'neither a Response nor an Assertion of SAML 2.0'
  | 'not exactly one assertion'
  | 'an encrypted assertion'
  | 'an unexpected element'
  | 'an element is missing or repeated'
  | 'unexpected text'
  | 'an ID that is missing, invalid or repeated'
  | 'another version than 2.0'
  // Signature
  | 'not signed'
  | 'a signature in another place'
  | 'a signature of another form'
  | 'a reference to something else than its parent'
  | 'an algorithm that is not allowed'
  | 'the signature is not by a pinned certificate'
  | 'the signed content was changed'
  // Statements
  | 'the status is not Success'
  | 'another issuer'
  | 'an invalid time'
  | 'issued in the future'
  | 'a destination that is not ours'
  | 'the subject is not confirmed by bearer'
  | 'a recipient that is not ours'
  | 'the confirmation is not valid at this time'
  | 'the assertion is not valid at this time'
  | 'an unknown condition'
  | 'no audience, or another one'
  | 'no authentication statement'
  | 'the session at the provider has ended'
  | 'the name of the subject is in another format'
  | 'the subject is not this e-mail address'
  // Request and reuse
  | 'Response and Assertion refer to different requests'
  | 'unsolicited, which the tenant does not accept'
  | 'the request is unknown, used or expired'
  | "the request is another user's"
  | 'the assertion was used before';

/** The rejection of a token. */
export function rejected(fault: SamlRejectionReason): Rejection {
  return signInRejected(`SAML: ${fault}`);
}
