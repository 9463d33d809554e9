import { SecurityError } from '../security-error.ts';

/** Why SAML is rejected: fixed texts for the operator's log. */
export type SamlReason =
  // XML
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
  | 'another issuer'
  | 'an invalid time'
  | 'issued in the future'
  | 'the confirmation is not valid at this time'
  | 'the assertion is not valid at this time'
  | 'an unknown condition'
  | 'no audience, or another one'
  // Tokens of messages
  | 'the subject is not confirmed by a method that is accepted'
  | 'a recipient that is not ours'
  | 'the holder of the key has not signed the message'
  | 'nobody has signed the message to vouch for the subject'
  | 'the assertion was used before';

/** The rejection of a SAML Response or Assertion. */
export class SamlError extends SecurityError {
  readonly reason: SamlReason;

  constructor(reason: SamlReason) {
    super('token', `SAML: ${reason}.`);
    this.reason = reason;
  }
}
