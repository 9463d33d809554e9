import type { KeyObject } from 'node:crypto';
import { SamlError } from '../../saml/saml-error.ts';
import { samlNames } from '../../saml/saml-names.ts';
import { SecurityError } from '../../security-error.ts';
import { isNamed } from '../../xml-elements.ts';
import type { KeyIdentifier } from '../keys/key-identifier.ts';
import type { Trust } from '../keys/trust.ts';
import { type AssertionOptions, type VerifiedAssertion, verifyAssertion } from '../saml/verify-assertion.ts';
import type { SignedPart } from './parts.ts';
import type { SoapMessage } from './soap-message.ts';

/** What an assertion changes about the verification of its message. */
export interface AssertedMessage {
  /** Undefined without `assertions`. */
  readonly assertion: VerifiedAssertion | undefined;
  readonly trust: Trust;
  /** What the signature must cover in addition. */
  readonly parts: readonly SignedPart[];
}

/**
 * Verifies the assertion of a message. The signature of the message must then be by the holder of its key, or by somebody
 * trusted who covers the assertion to vouch for its subject.
 *
 * @throws {SecurityError} without exactly one assertion, and for one that is not accepted.
 */
export async function assertedMessage(
  { document, security }: SoapMessage,
  { trust, assertions }: { readonly trust?: Trust | undefined; readonly assertions?: AssertionOptions | undefined },
): Promise<AssertedMessage> {
  if (assertions === undefined) return { assertion: undefined, trust: trust ?? nobody, parts: [] };
  const [element, ...others] = security?.children.filter((child) => isNamed(child, samlNames.assertion)) ?? [];
  if (element === undefined || others.length > 0) throw new SamlError('not exactly one assertion');
  const assertion = await verifyAssertion(document, element, assertions);
  if (assertion.method === 'holder-of-key') return { assertion, trust: holderOf(assertion), parts: [] };
  const isVouched = assertion.method === 'sender-vouches';
  return { assertion, trust: trust ?? nobody, parts: isVouched ? ['Assertion'] : [] };
}

const nobody: Trust = {
  async find() {
    throw new SecurityError('key', 'Nobody is trusted to sign messages.');
  },
};

/** Trusts the keys of an assertion: by its ID, or by themselves. */
function holderOf({ id, keys }: VerifiedAssertion): Trust {
  return {
    async find(identifier) {
      const key = keys.find((one) => isMeant(one, identifier, id));
      if (key === undefined) throw new SamlError('the holder of the key has not signed the message');
      // A certificate of the key may be by anybody, with any name in it: the assertion says who the holder is.
      return { key, certificate: undefined };
    },
  };
}

function isMeant(key: KeyObject, identifier: KeyIdentifier | undefined, id: string): boolean {
  if (identifier?.kind === 'assertion') return identifier.id === id;
  if (identifier?.kind === 'key-value') return key.equals(identifier.key);
  return identifier?.kind === 'certificates' && identifier.certificates[0]?.publicKey.equals(key) === true;
}
