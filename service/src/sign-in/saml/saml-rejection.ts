import { SamlError, type SamlReason } from '@soapwright/security/saml';
import type { Rejection } from '../../common/rejection.ts';
import { signInRejected } from '../sign-in-context.ts';

/** Why a token is rejected: fixed texts for the operator's log. Callers get the same message for every failed sign-in. */
export type SamlRejectionReason =
  | SamlReason
  // Encoding
  | 'the token is too long'
  | 'the token is not strict base64'
  | 'the token is not UTF-8'
  // Statements
  | 'the status is not Success'
  | 'a destination that is not ours'
  | 'the subject is not confirmed by bearer'
  | 'no authentication statement'
  | 'the session at the provider has ended'
  | 'the name of the subject is in another format'
  | 'the subject is not this e-mail address'
  // Request and reuse
  | 'Response and Assertion refer to different requests'
  | 'unsolicited, which the tenant does not accept'
  | 'the request is unknown, used or expired'
  | "the request is another user's";

/** The rejection of a token. */
export function rejected(fault: SamlRejectionReason): Rejection {
  return signInRejected(`SAML: ${fault}`);
}

/** Reads a token; an error of SAML becomes the rejection of the sign-in. @throws {Rejection} `SignInRefused`. */
export function rejecting<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof SamlError ? rejected(error.reason) : error;
  }
}
