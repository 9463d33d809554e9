import { isLoopbackHost } from '../common/network.ts';
import { DemoError, providerHeader } from './demo-values.ts';

/** Milliseconds. */
const deadline = 10_000;

/** A minimal browser for sign-ins at the demonstration's provider: it stores cookies, and stays on this machine. */
class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** @throws {DemoError} `not-a-demonstration` when the address is not on this machine. */
  constructor(address: URL) {
    if (address.protocol !== 'http:' || !isLoopbackHost(address.hostname)) {
      const { origin } = address;
      throw new DemoError('not-a-demonstration', `Its sign-in is at ${origin}, which is not on this machine.`);
    }
    this.#origin = address.origin;
  }

  /**
   * Gets a page or posts a form. Redirects are not followed.
   *
   * @throws {DemoError} `not-a-demonstration`, `unreachable`, `not-a-sign-in` for an error page.
   */
  async open(
    address: URL,
    { form, accept }: { readonly form?: URLSearchParams; readonly accept?: string } = {},
  ): Promise<Response> {
    if (address.origin !== this.#origin) {
      throw new DemoError(
        'not-a-demonstration',
        `Its sign-in leads to ${address.origin}, away from the demonstration.`,
      );
    }
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
      headers: {
        Accept: accept ?? 'text/html',
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form && { method: 'POST', body: form }),
    }).catch((error: unknown) => {
      throw new DemoError('unreachable', `The demonstration's provider ${this.#origin} does not respond.`, error);
    });
    if (response.headers.get(providerHeader.name) !== providerHeader.value) {
      throw new DemoError('not-a-demonstration', `The server at ${this.#origin} is not the demonstration's provider.`);
    }
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    if (response.status < 400) return response;
    throw new DemoError(
      'not-a-sign-in',
      `The demonstration's provider rejected the sign-in: ${reasonOn(await response.text())}`,
    );
  }

  /** The target of a redirect; undefined for a page. */
  static redirect(response: Response, from: URL): URL | undefined {
    const location = response.headers.get('location');
    return location === null ? undefined : new URL(location, from);
  }
}

function reasonOn(page: string): string {
  return /<p>([^<]*)<\/p>/.exec(page)?.[1] ?? 'it does not say why.';
}

/** Maximum number of redirects in a sign-in. */
const maxSteps = 10;

/**
 * Signs in at the demonstration's provider with SAML.
 *
 * @param loginUrl LoginURL from SSOLoginURL or SSOLoginWebURL.
 * @returns the SAML token, in base64.
 * @throws {DemoError}
 */
export async function signInBySaml(loginUrl: string, email: string): Promise<string> {
  const address = new URL(loginUrl);
  address.searchParams.set('email', email);
  const response = await new Browser(address).open(address, { accept: 'text/plain' });
  const token = (await response.text()).trim();
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return token;
  throw new DemoError('not-a-sign-in', "The demonstration's provider sent no token.");
}

/**
 * Signs in at the demonstration's provider with OpenID Connect.
 *
 * @param loginUrl LoginURL from SSOLoginURL or SSOLoginWebURL.
 * @param bare requests a code like a client that starts the sign-in itself: without state, nonce and PKCE.
 * @returns the query for the application: `code=…&state=…&iss=…`; or the bare code.
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
  for (let step = 0; step < maxSteps; step++) {
    let response = await browser.open(address);
    // The sign-in page, whose form is posted to its own URL.
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
  throw new DemoError('not-a-sign-in', `The demonstration's provider rejected the sign-in: ${reason}`);
}
