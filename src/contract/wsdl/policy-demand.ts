import {
  isAllSigned,
  type KeyReferenceName,
  type MessagePart,
  orderedParts,
  refusedAlgorithm,
  type SecurityDemand,
  suiteAlgorithms,
} from '../model/index.ts';
import { type Alternative, type PartFacts, type TokenFacts, union } from './policy-facts.ts';

/** What an alternative of a policy demands of messages and callers. */
export function demandOf(facts: Alternative): SecurityDemand {
  const { usernameToken, timestamp, httpAuthentication, clientCertificate } = facts;
  const known = {
    ...(usernameToken && { usernameToken }),
    ...(timestamp && { timestamp }),
    ...(httpAuthentication && { httpAuthentication }),
    ...(clientCertificate && { clientCertificate }),
  };
  const { unmet: left, ...messages } = messagesOf(facts);
  const unmet = union(facts.unmet, left);
  // Of what is met in part, nothing is sent: only the names are of use.
  return unmet.length === 0 ? { ...known, ...messages } : { ...known, unmet };
}

type Messages = Omit<SecurityDemand, 'usernameToken' | 'timestamp' | 'httpAuthentication' | 'clientCertificate'>;

function messagesOf(facts: Alternative): Messages {
  switch (facts.binding) {
    case 'symmetric':
      // One key of a message for both directions, which other messages are derived from.
      return { unmet: union(['SymmetricBinding'], facts.unmetByMessages) };
    case 'asymmetric':
      return byAsymmetricBinding(facts);
    case 'transport':
      return facts.endorsing === undefined ? bearer(facts) : byEndorsingToken(facts, facts.endorsing);
    default:
      return withoutBinding(facts);
  }
}

/** An assertion that is sent alone. */
function bearer({ assertion }: Alternative): Messages {
  return assertion === undefined ? {} : { assertion: 'bearer' };
}

/** Without a binding nothing says how parts are protected. */
function withoutBinding({ request = {}, response = {}, endorsing, ...facts }: Alternative): Messages {
  const all = [request, response];
  const signed = all.some((one) => one.signed?.some((part) => part !== 'UsernameToken'));
  const encrypted = all.some((one) => one.encrypted !== undefined);
  const unmet = [
    ...(signed ? ['SignedParts'] : []),
    ...(encrypted ? ['EncryptedParts'] : []),
    ...(endorsing === undefined ? [] : ['EndorsingSupportingTokens']),
    ...union(request.unmet, response.unmet),
  ];
  return { ...bearer(facts), ...(unmet.length > 0 && { unmet }) };
}

/** TLS protects the messages; the caller signs the Timestamp, and what the policy of its token names. */
function byEndorsingToken(facts: Alternative, token: TokenFacts): Messages {
  const { endorsed = {}, timestamp, assertion } = facts;
  const request = signedParts(endorsed);
  const isNothing = request.length === 0 && timestamp === undefined;
  const caller = callerOf(token);
  const unmet = [
    ...(isNothing || assertion !== undefined ? ['EndorsingSupportingTokens'] : []),
    // Responses that are not signed confirm nothing that anybody could rely on.
    ...(facts.confirmed ? ['RequireSignatureConfirmation'] : []),
    ...unmetOf(facts, [endorsed], caller),
    ...(endorsed.encrypted === undefined ? [] : ['EncryptedParts']),
    ...suiteProblem(facts, undefined),
  ];
  return {
    ...(unmet.length > 0 && { unmet }),
    signature: { request, ...(facts.signsCertificate && { certificate: true }) },
    ...suiteOf(facts),
    ...caller,
  };
}

function byAsymmetricBinding(facts: Alternative): Messages {
  const { request = {}, response = {}, timestamp, initiator = {}, recipient = {}, assertion, endorsing } = facts;
  const of = (parts: readonly MessagePart[]) => (parts.length > 0 || timestamp ? parts : undefined);
  const [requestSigned, responseSigned] = [of(signedParts(request)), of(signedParts(response))];
  const [requestHidden, responseHidden] = [request, response].map(
    ({ encrypted }) => encrypted && orderedParts(encrypted),
  );
  const isHiding = (requestHidden ?? responseHidden) !== undefined;
  const isSigning = (requestSigned ?? responseSigned) !== undefined;
  const encryption = {
    ...(requestHidden && { request: requestHidden }),
    ...(responseHidden && { response: responseHidden }),
    ...(facts.encryptsSignature && isSigning && { signature: true as const }),
    ...(facts.encryptsFirst && { first: true as const }),
  };
  const keys = { ...callerOf(initiator), ...namedKey('serviceKey', recipient, 'AlwaysToInitiator') };
  const unmet = [
    ...(isSigning || isHiding ? [] : ['AsymmetricBinding']),
    ...(initiator.kind === 'x509' || initiator.kind === 'saml' ? [] : ['InitiatorToken']),
    ...(recipient.kind === 'x509' ? [] : ['RecipientToken']),
    ...(endorsing === undefined ? [] : ['EndorsingSupportingTokens']),
    ...(facts.encryptsAssertion ? ['EncryptedSupportingTokens'] : []),
    ...(assertion !== undefined && initiator.kind === 'saml' ? ['SamlToken'] : []),
    // Nothing but a second encryption hides a signature over cipher text.
    ...(facts.encryptsFirst && facts.encryptsSignature && isHiding ? ['EncryptSignature'] : []),
    ...(isHiding || !facts.encryptsSignature ? [] : ['EncryptSignature']),
    ...unmetOf(facts, [request, response], keys),
    ...suiteProblem(facts, isHiding ? facts.encryptsFirst === true && isSigning : undefined),
  ];
  const parts = {
    ...(isSigning && {
      signature: {
        ...(requestSigned && { request: requestSigned }),
        ...(responseSigned && { response: responseSigned }),
        ...signatureFlags(facts),
      },
    }),
    ...(isHiding && { encryption }),
  };
  // Whoever has the public key could have written what is not signed.
  if (!isAllSigned(parts)) unmet.push('EncryptedParts');
  return {
    ...(unmet.length > 0 && { unmet: union(unmet) }),
    ...parts,
    ...suiteOf(facts),
    ...keys,
    ...(assertion !== undefined && {
      assertion: facts.signsAssertion ? ('sender-vouches' as const) : ('bearer' as const),
    }),
  };
}

function signatureFlags({ signsCertificate, confirmed }: Alternative) {
  return { ...(signsCertificate && { certificate: true as const }), ...(confirmed && { confirmed: true as const }) };
}

/** Parts that are signed; those that messages must have say so. */
function signedParts({ signed = [], required = [] }: PartFacts): readonly MessagePart[] {
  return orderedParts(
    signed.map((part) => (typeof part === 'object' && isListed(part, required) ? { ...part, required: true } : part)),
  );
}

function isListed(part: MessagePart, required: readonly MessagePart[]): boolean {
  return typeof part === 'object' && required.some((one) => JSON.stringify(one) === JSON.stringify(part));
}

/** What of the parts cannot be protected, and what must be there without being signed. */
function unmetOf(facts: Alternative, parts: readonly PartFacts[], keys: Keys): readonly string[] {
  const isUnsigned = parts.some(({ required = [], signed = [] }) => !required.every((one) => isListed(one, signed)));
  const isNamed = [keys.callerKey, keys.serviceKey].some((key) => key !== undefined && key !== 'pki-path');
  const isLoose = facts.signsCertificate && (isNamed || keys.assertion !== undefined);
  return [
    ...(facts.unmetByMessages ?? []),
    ...parts.flatMap(({ unmet = [] }) => unmet),
    ...(isUnsigned ? ['RequiredElements'] : []),
    ...(isLoose ? ['ProtectTokens'] : []),
  ];
}

/** @param isOverCipher whether signatures cover cipher text; undefined without encryption. */
function suiteProblem({ suite }: Alternative, isOverCipher: boolean | undefined): readonly string[] {
  if (suite === undefined) return ['AlgorithmSuite'];
  const algorithms = suiteAlgorithms(suite);
  // A refused algorithm of encryption does not matter where nothing is encrypted.
  if (algorithms === undefined) return isOverCipher === undefined && isOfEncryption(suite) ? [] : [suite];
  return isOverCipher === false && algorithms.data.endsWith('cbc') ? [suite] : [];
}

function isOfEncryption(suite: string): boolean {
  return refusedAlgorithm(suite) !== undefined;
}

function suiteOf({ suite }: Alternative): Pick<SecurityDemand, 'algorithmSuite'> {
  if (suite === undefined) return {};
  if (suiteAlgorithms(suite) !== undefined) return { algorithmSuite: suite };
  return { algorithmSuite: suite.includes('Sha256') ? 'Basic256Sha256' : 'Basic256' };
}

type Keys = Pick<SecurityDemand, 'assertion' | 'callerKey' | 'serviceKey'>;

function callerOf(token: TokenFacts): Keys {
  return token.kind === 'saml' ? { assertion: 'holder-of-key' } : namedKey('callerKey', token, 'AlwaysToRecipient');
}

/** How a key is named: in the message where the token is included, else by the reference of its policy. */
function namedKey<Key extends 'callerKey' | 'serviceKey'>(
  key: Key,
  { inclusion = 'Always', form, reference }: TokenFacts,
  whereIncluded: string,
): { readonly [name in Key]?: KeyReferenceName } {
  const isIncluded = [whereIncluded, 'Always', 'Once'].includes(inclusion);
  const found = isIncluded ? form : (reference ?? 'issuer-serial');
  return (found === undefined ? {} : { [key]: found }) as { readonly [name in Key]?: KeyReferenceName };
}
