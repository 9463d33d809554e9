import { SAML } from '@node-saml/node-saml';
import type { SamlProvider, SignInUse } from '../../storage/identity-providers.ts';
import { emailFormat } from './saml-uris.ts';

/**
 * Where a browser is sent to sign in at a SAML provider: an AuthnRequest by HTTP redirect (saml-bindings-2.0, 3.4),
 * deflated, in base64. It is not signed, and asks for no more than the e-mail address: how users prove who they are is
 * for the provider to say.
 *
 * @param requestId an xs:ID, which begins with `_`; the response must name it.
 */
export async function samlSignInUrl(provider: SamlProvider, use: SignInUse, requestId: string): Promise<string> {
  const saml = new SAML({
    entryPoint: provider.signInUrl,
    callbackUrl: provider.returnTo[use],
    issuer: provider.entityId,
    idpCert: [...provider.certificates],
    generateUniqueId: () => requestId,
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    forceAuthn: false,
  });
  return await saml.getAuthorizeUrlAsync('', undefined, {});
}
