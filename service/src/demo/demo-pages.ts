import { type Html, html, page } from '../common/html.ts';
import type { SignInUse } from '../storage/identity-providers.ts';
import { curl, type Field } from './curl.ts';
import { demonstration } from './demo-values.ts';

/** The front page of the provider. */
export function frontPage(base: string): string {
  return page(
    'The demonstration’s identity provider',
    html`<p>It signs in anybody as whoever they say they are, for the demonstration of the Remote File Service on this
machine. Ask the service for a sign-in address (<code>SSOLoginURL</code> or <code>SSOLoginWebURL</code>) for
<code>${demonstration.people.oidc}</code> or <code>${demonstration.people.saml}</code>, and open it.</p>
<ul>
<li>OpenID Connect: <a href="/.well-known/openid-configuration">${base}/.well-known/openid-configuration</a></li>
<li>SAML 2.0: <code>${base}/saml/sign-in</code>, by HTTP redirect</li>
</ul>`,
  );
}

const emailFields = html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off">
<button>Sign in</button>`;

/** The sign-in page for OpenID Connect. */
export function signInPage(action: string, hint: string | undefined): string {
  const other = html`<form method="post" action="${action}">
${emailFields}
</form>`;
  const content =
    hint === undefined
      ? other
      : html`<form method="post" action="${action}">
<input type="hidden" name="email" value="${hint}">
<button autofocus>Sign in as ${hint}</button>
</form>
<details><summary>As somebody else</summary>${other}</details>`;
  return page(
    'Sign in',
    html`<p>This is the demonstration’s identity provider. It asks for no password.</p>
${content}`,
  );
}

export interface SamlTokenPage {
  readonly serviceAddress: string;
  readonly email: string;
  readonly token: string;
  /** The parameter SAMLRequest, for signing in as somebody else. */
  readonly request: string;
}

/** The result of a SAML sign-in. */
export function samlTokenPage({ serviceAddress, email, token, request }: SamlTokenPage): string {
  return page(
    `Signed in as ${email}`,
    html`<p>A real provider would now send this token to the application. Pass it to <code>SAMLAccountLogin</code> within
five minutes; it works once.</p>
${copied('token', 'SAMLToken', token, 8)}
${copied('command', 'The whole command, for a shell', samlCommand(serviceAddress, email, token), 6)}
<details><summary>Sign in as somebody else</summary>
<form method="get" action="/saml/sign-in">
<input type="hidden" name="SAMLRequest" value="${request}">
${emailFields}
</form>
</details>`,
  );
}

export interface ReturnedPage {
  readonly serviceAddress: string;
  readonly use: SignInUse;
  /** The query of the redirect. */
  readonly query: string;
  /** Undefined when the code is not from this provider. */
  readonly email: string | undefined;
}

const applications = { web: 'The web application', client: 'The desktop client' } as const;

/** The page that stands for an application, to which users return. */
export function returnedPage({ serviceAddress, use, query, email }: ReturnedPage): string {
  const parameters = new URLSearchParams(query);
  const title = applications[use];
  if (email === undefined) {
    const error = parameters.get('error_description') ?? parameters.get('error');
    const what = error === null ? 'There is no valid code in this address.' : `The provider reports: ${error}`;
    return page(title, html`<p>This page stands for an application that people sign in to. ${what}</p>`);
  }
  return page(
    `${title}: ${email} is back`,
    html`<p>This page stands for an application that people sign in to. It got this code. Pass it to
<code>ExternalOAuthAccountLogin</code> with the ApplicationType ${String(demonstration[use].applicationType)} within ten
minutes; it works once.</p>
${copied('code', 'ExternalOAuthCode', query, 3)}
${copied('command', 'The whole command, for a shell', oidcCommand(serviceAddress, email, use, query), 6)}`,
  );
}

export function faultPage(message: string): string {
  return page('This did not work', html`<p>${message}</p>`);
}

/** A shell command that signs in with a SAML token. */
export function samlCommand(serviceAddress: string, email: string, token: string): string {
  return curl(serviceAddress, 'SAMLAccountLogin', [...caller(email), ['SAMLToken', token]]);
}

/** A shell command that signs in with a code, or with the query of the redirect. */
export function oidcCommand(serviceAddress: string, email: string, use: SignInUse, code: string): string {
  const type = String(demonstration[use].applicationType);
  return curl(serviceAddress, 'ExternalOAuthAccountLogin', [
    ...caller(email),
    ['ExternalOAuthCode', code],
    ['ApplicationType', type],
  ]);
}

function caller(email: string): readonly Field[] {
  return [
    ['APIKey', demonstration.apiKey],
    ['EmailAddress', email],
  ];
}

function copied(id: string, label: string, text: string, rows: number): Html {
  return html`<label for="${id}">${label}</label>
<textarea id="${id}" rows="${String(rows)}" readonly spellcheck="false">${text}</textarea>`;
}
