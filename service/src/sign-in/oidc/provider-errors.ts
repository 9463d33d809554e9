import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { Rejection } from '../../common/rejection.ts';
import { errorCode } from '../../common/storage-error.ts';
import { signInRejected } from '../sign-in-context.ts';
import { OidcError } from './provider-fetch.ts';

/** Errors of a token endpoint (RFC 6749, section 5.2) about our registration, not about the code. */
const registration: readonly string[] = [
  ...['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope', 'redirect_uri_mismatch'],
];

/** Errors of an authorization endpoint (RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6). */
const authorizationErrors: readonly string[] = [
  ...['access_denied', 'invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'],
  ...['server_error', 'temporarily_unavailable', 'interaction_required', 'login_required', 'consent_required'],
];

/** Codes of openid-client for responses that violate the protocol. */
const protocol: readonly string[] = [
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'],
  ...['OAUTH_MISSING_SERVER_METADATA', 'OAUTH_INVALID_SERVER_METADATA', 'OAUTH_HTTP_REQUEST_FORBIDDEN'],
];

/**
 * Converts an error of openid-client or our fetch to a rejection: `ProviderUnavailable` when the provider cannot be
 * reached or violates the protocol, `SignInRefused` when its response is not accepted. The reason for the log has fixed
 * texts only, since errors of openid-client contain tokens and claims.
 */
export function rejectionOf(error: unknown): Rejection {
  if (error instanceof Rejection) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OidcError) return providerUnavailable(cause);
  }
  if (error instanceof AuthorizationResponseError) {
    const known = authorizationErrors.find((name) => name === error.error);
    return signInRejected(
      `the provider responded with ${known === undefined ? 'an unknown error' : `the error ${known}`}`,
    );
  }
  if (error instanceof ResponseBodyError) {
    const known = registration.find((name) => name === error.error);
    if (known !== undefined) return providerUnavailable(new OidcError('client-refused', `it responded with ${known}`));
    return error.error === 'server_error' || error.error === 'temporarily_unavailable'
      ? providerUnavailable(new OidcError('failing', 'it responded with a server error'))
      : signInRejected('the provider rejected the code');
  }
  const code = protocol.find((known) => errorCode(error) === known);
  if (code !== undefined) return providerUnavailable(new OidcError('malformed', `its response led to ${code}`));
  if (error instanceof ClientError) return signInRejected(`the provider's response is not valid: ${whyOf(error)}`);
  const name = error instanceof Error ? error.name : typeof error;
  return providerUnavailable(new OidcError('malformed', `its response led to a ${name}`));
}

function providerUnavailable({ code, message }: OidcError): Rejection {
  return new Rejection(
    'ProviderUnavailable',
    code === 'late'
      ? 'The identity provider did not respond in time. Try again later.'
      : 'The identity provider cannot be reached, or its response is not valid. Try again later.',
    `provider ${code}: ${message}`,
  );
}

/** The code of openid-client's error and, if it names one, the invalid claim. */
function whyOf({ code, cause }: ClientError): string {
  const about = cause instanceof Error ? cause.cause : undefined;
  const claim =
    typeof about === 'object' && about !== null && 'claim' in about && typeof about.claim === 'string'
      ? ` ${about.claim}`
      : '';
  return `${code ?? 'no reason given'}${claim}`;
}
