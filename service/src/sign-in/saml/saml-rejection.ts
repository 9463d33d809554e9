import type { Rejection } from '../../common/rejection.ts';
import { signInRejected } from '../sign-in-context.ts';

/** Why a token is refused: for the operator's log, in fixed words. Callers are told the one message of every sign-in. */
export type SamlRejectionReason =
  // What it is written in
  | 'the token is too long'
  | 'the token is not strict base64'
  | 'the token is not UTF-8'
  | 'a character that XML does not allow'
  | 'a DOCTYPE'
  | 'a comment'
  | 'a processing instruction'
  | 'a CDATA section'
  | 'an entity that is not one of the five of XML'
  | 'something around the document'
  | 'too deep'
  | 'too many elements'
  | 'too many attributes'
  | 'a name that is too long'
  | 'not well-formed'
  | 'namespaces that are not well-formed'
  | 'an attribute of xml other than lang and space'
  // Its shape
  | 'neither a Response nor an Assertion of SAML 2.0'
  | 'not exactly one assertion'
  | 'an encrypted assertion'
  | 'an element where it does not belong'
  | 'an element is missing, or is there twice'
  | 'text where it does not belong'
  | 'an ID that is missing, not valid, or there twice'
  | 'another version than 2.0'
  // Its signature
  | 'not signed'
  | 'a signature where it does not belong'
  | 'a signature of another form'
  | 'a reference to something else than what it stands in'
  | 'an algorithm that is not allowed'
  | 'the signature is not by a pinned certificate'
  | 'what was signed was changed'
  // What it says
  | 'the status is not Success'
  | 'another issuer'
  | 'a time that is not valid'
  | 'issued in the future'
  | 'a destination that is not ours'
  | 'the subject is not confirmed by bearer'
  | 'a recipient that is not ours'
  | 'confirmed for another time'
  | 'made for another time'
  | 'a condition that is not known'
  | 'no audience, or another one'
  | 'no statement of an authentication'
  | 'the session at the provider is over'
  | 'the name of the subject is in another format'
  | 'the subject is not this e-mail address'
  // Whether it is awaited
  | 'Response and Assertion answer different requests'
  | 'no request was made, and the tenant wants one'
  | 'an answer to a request that is unknown, used or over'
  | "an answer to somebody else's request"
  | 'the assertion was used before';

/** The refusal of a token. */
export function refused(fault: SamlRejectionReason): Rejection {
  return signInRejected(`SAML: ${fault}`);
}
