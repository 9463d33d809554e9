import { type Diagnostic, demands, report } from '../../diagnostics/index.ts';
import { type Contract, metDemands, refusedAlgorithm, suiteAlgorithms, type UnmetDemand } from '../model/index.ts';

/** Why an assertion is not met, where its name does not say it. */
const reasons: Readonly<Record<string, string>> = {
  AlgorithmSuite: 'it names no suite that is known',
  AsymmetricBinding: 'it names nothing to sign or encrypt',
  ContentEncryptedElements: 'the content of the Body is encrypted, and other elements as a whole',
  EncryptSignature: 'a signature over cipher text would be encrypted for a second time',
  EncryptedParts: 'not signed, or not those of all operations, or without a binding that says how',
  EndorsingSupportingTokens: 'a second signature over that of the message, or over nothing',
  InitiatorToken: 'an X509Token or a SamlToken is understood',
  KerberosToken: 'X.509 certificates and SAML 2.0 assertions are understood',
  LaxTsFirst: 'the certificate is before the Timestamp',
  LaxTsLast: 'the Timestamp is before the signature',
  NoPassword: 'a UsernameToken has a password',
  InclusiveC14N: 'messages are signed in exclusive canonical XML',
  IssuedToken: 'a SAML 2.0 assertion of a bearer or with a public key is understood',
  ProtectTokens: 'the certificate is not in the message',
  RecipientToken: 'an X509Token is understood',
  RequireSignatureConfirmation: 'responses are not signed',
  RequireDerivedKeys: 'keys are derived from no others',
  RequireEmbeddedTokenReference: 'certificates are in BinarySecurityTokens of the header block',
  RequiredElements: 'they are not signed, or not named by a path',
  SecureConversationToken: 'sessions of keys are left out',
  SignedParts: 'not those of all operations, or without a binding that says how',
  SymmetricBinding: 'one key of a message for both directions',
};

/** The assertions that no alternative of a port does without, with their reasons. */
export function unmetAssertions({ services }: Contract): readonly Diagnostic[] {
  return services.flatMap(({ ports }) =>
    ports.flatMap(({ name, security = [], origin }) => {
      if (security.length === 0 || metDemands(security).length > 0) return [];
      // Of several alternatives, the one that lacks least.
      const [least = []] = security.map(({ unmet = [] }) => unmet).sort((one, other) => one.length - other.length);
      return least.map((assertion) =>
        report(demands.unmetAssertions, { port: name, assertion, reason: reasonOf(assertion) }, origin ?? {}),
      );
    }),
  );
}

function reasonOf(name: UnmetDemand): string {
  const algorithm = refusedAlgorithm(name);
  if (algorithm !== undefined) return `${algorithm} is refused`;
  const cbc = 'AES-CBC is read only under a signature over the cipher text (GCM, or EncryptBeforeSigning)';
  return reasons[name] ?? (suiteAlgorithms(name) === undefined ? 'it is not known' : cbc);
}
