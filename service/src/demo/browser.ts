import { DemoError } from './demo-error.ts';
import { providerHeader } from './provider-header.ts';

/** Milliseconds. */
const deadline = 10_000;

/** A browser as far as signing in at the demonstration's provider goes: it keeps cookies, and stays on this machine. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** @throws {DemoError} `not-a-demonstration` when the address is not on this machine. */
  constructor(address: URL) {
    const loopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(address.hostname);
    if (address.protocol !== 'http:' || !loopback) {
      const { origin } = address;
      throw new DemoError('not-a-demonstration', `Its sign-in is at ${origin}, which is none of a demonstration's.`);
    }
    this.#origin = address.origin;
  }

  /**
   * Asks for a page, or sends a form; redirects are answers too.
   *
   * @throws {DemoError} `not-a-demonstration`, `unreachable`, `not-a-sign-in` for a page that says that it went wrong.
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
      throw new DemoError('unreachable', `The demonstration's provider ${this.#origin} does not answer.`, error);
    });
    if (response.headers.get(providerHeader.name) !== providerHeader.value) {
      throw new DemoError(
        'not-a-demonstration',
        `What answers at ${this.#origin} is not the demonstration's provider.`,
      );
    }
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    if (response.status < 400) return response;
    throw new DemoError('not-a-sign-in', `The demonstration's provider refused: ${reasonOn(await response.text())}`);
  }

  /** Where an answer leads; undefined when it is a page. */
  static redirect(response: Response, from: URL): URL | undefined {
    const location = response.headers.get('location');
    return location === null ? undefined : new URL(location, from);
  }
}

function reasonOn(page: string): string {
  return /<p>([^<]*)<\/p>/.exec(page)?.[1] ?? 'it does not say why.';
}
