/** Assertions of SAML 2.0: their form, their signatures and what they state. */

export type { AssertionSource } from '../../saml/own-assertion.ts';
export { collapsed, SamlElement } from '../../saml/saml-element.ts';
export { SamlError, type SamlReason } from '../../saml/saml-error.ts';
export {
  assertionNamespace,
  bearer,
  emailFormat,
  envelopedSignature,
  exclusiveC14n,
  protocolNamespace,
  samlNames,
  signatureNamespace,
  unspecifiedFormat,
} from '../../saml/saml-names.ts';
export {
  type Conditions,
  type Confirmation,
  checkConditions,
  clockSkew,
  isFuture,
  isOver,
  issuerOf,
  readSubject,
  type Subject,
} from '../../saml/statements.ts';
export { type Part, type Shape, shapeOf } from '../../saml/token-shape.ts';
export { parseSaml } from '../../saml/xml-form.ts';
export { signedXml } from './enveloped-signature.ts';
export { type AssertionTokenOptions, assertionTokens } from './server.ts';
export { signAssertion } from './sign-assertion.ts';
export {
  type AssertionOptions,
  type ConfirmationMethod,
  useAssertion,
  type VerifiedAssertion,
  verifyAssertion,
} from './verify-assertion.ts';
