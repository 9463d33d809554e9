import { Browser } from './browser.ts';
import { DemoError } from './demo-error.ts';

/** Redirects that a sign-in may take. */
const mostSteps = 10;

/**
 * Signs in at the demonstration's provider with SAML.
 *
 * @param loginUrl what SSOLoginURL or SSOLoginWebURL answered.
 * @returns the SAML token, in base64.
 * @throws {DemoError}
 */
export async function signInBySaml(loginUrl: string, email: string): Promise<string> {
  const address = new URL(loginUrl);
  address.searchParams.set('email', email);
  const response = await new Browser(address).open(address, { accept: 'text/plain' });
  const token = (await response.text()).trim();
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return token;
  throw new DemoError('not-a-sign-in', "The demonstration's provider answered without a token.");
}

/**
 * Signs in at the demonstration's provider with OpenID Connect.
 *
 * @param loginUrl what SSOLoginURL or SSOLoginWebURL answered.
 * @param bare asks for a code as a client does that begins the sign-in by itself: without state, nonce and PKCE.
 * @returns the query that the application is sent: `code=…&state=…&iss=…`; or the bare code.
 * @throws {DemoError}
 */
export async function signInByOidc(
  loginUrl: string,
  email: string,
  { bare }: { readonly bare: boolean },
): Promise<string> {
  let address = new URL(loginUrl);
  const returnTo = address.searchParams.get('redirect_uri') ?? '';
  if (bare) {
    for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method']) address.searchParams.delete(name);
  }
  const browser = new Browser(address);
  for (let step = 0; step < mostSteps; step++) {
    let response = await browser.open(address);
    // A page that asks who is there: its form goes back to the page's own address.
    if (response.status === 200) response = await browser.open(address, { form: new URLSearchParams({ email }) });
    const next = Browser.redirect(response, address);
    if (next === undefined) break;
    if (returnTo !== '' && next.href.startsWith(`${returnTo}?`)) return answerOf(next, { bare });
    address = next;
  }
  throw new DemoError('not-a-sign-in', "The demonstration's provider did not end the sign-in.");
}

function answerOf({ search, searchParams }: URL, { bare }: { readonly bare: boolean }): string {
  const code = searchParams.get('code');
  if (code !== null) return bare ? code : search.slice(1);
  const reason = searchParams.get('error_description') ?? searchParams.get('error') ?? 'it does not say why.';
  throw new DemoError('not-a-sign-in', `The demonstration's provider refused: ${reason}`);
}
