import { listenForOperator } from '../../../service/src/server/operator-endpoints.ts';
import { hostRule } from '../../../service/src/server/operator-hosts.ts';
import { OperatorPage } from '../../../service/src/server/operator-page/operator-page.ts';
import { OperatorProvider } from '../../../service/src/server/operator-page/operator-sign-in.ts';
import type { OperatorPageContext } from '../../../service/src/server/operator-page/page-context.ts';
import type { OperatorSignIn } from '../../../service/src/server/operator-page/sign-in-file.ts';
import type { Harness } from './harness.ts';

/** The operator's page of a harness. */
export interface ServedPages {
  readonly url: string;
  close(): Promise<void>;
}

/** @param signIn undefined: people sign in by links. */
export async function servePages(
  { service }: Pick<Harness, 'service'>,
  {
    signIn,
    alerts = [],
    port = 0,
  }: {
    readonly signIn?: OperatorSignIn | undefined;
    readonly alerts?: ReturnType<OperatorPageContext['alerts']>;
    readonly port?: number;
  } = {},
): Promise<ServedPages> {
  let page: OperatorPage | undefined;
  const listener = await listenForOperator(
    {},
    {
      host: '127.0.0.1',
      port,
      log: service.state.log,
      hosts: hostRule('127.0.0.1', undefined),
      pages: async (request, response) => await page?.respond(request, response),
    },
  );
  const url = `http://127.0.0.1:${listener.port}`;
  page = new OperatorPage({
    context: {
      service,
      quotas: { 'folder-key': 1_000, account: 10_000, tenant: undefined },
      gauges: {
        load: () => ({ running: 1, waiting: 0 }),
        uploads: async () => ({ open: 1, bytes: 3 }),
        free: async () => 5e9,
        ready: async () => true,
        certificateEnds: () => undefined,
        lastBackup: async () => 0,
        hooks: async () => ({ pending: 1, oldestAt: service.state.now() - 60_000 }),
        clock: async () => false,
        time: Date.now,
        serviceKeys: () => 1,
      },
      alerts: () => alerts,
      hooks: [{ name: 'index', target: 'https://index.example/' }],
      version: '1.2.3',
    },
    provider: signIn && new OperatorProvider(signIn, service.state, `${url}/operator/signed-in`),
    url: undefined,
    log: service.state.log,
  });
  return { url, close: () => listener.close() };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** A browser without scripts: it keeps the cookies of one origin, and sends forms as browsers do. */
export class OperatorBrowser {
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async get(path: string): Promise<Answer> {
    return await this.#fetch(path, {});
  }

  /** @param headers beside, or instead of, `Origin`. */
  async post(
    path: string,
    form: Readonly<Record<string, string>> | URLSearchParams,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams(form);
    return await this.#fetch(path, { method: 'POST', body, headers: { Origin: this.#origin, ...headers } });
  }

  /** Sends the form of a page, with some of its values changed. */
  async send(page: string, changed: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = /<main>[\s\S]*?(<form method="post" action="([^"]*)">[\s\S]*?<\/form>)/.exec(page);
    if (form === null) throw new Error(`The page has no form: ${page}`);
    return await this.post(unescaped(form[2] ?? ''), withValues(inputs(form[1] ?? ''), changed));
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(new URL(path, this.#origin), { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  }
}

/** The inputs of a form. */
export function inputs(form: string): URLSearchParams {
  const values = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? [];
    values.append(name, unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''));
  }
  return values;
}

function withValues(values: URLSearchParams, changed: Readonly<Record<string, string>>): URLSearchParams {
  for (const [name, value] of Object.entries(changed)) values.set(name, value);
  return values;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The metadata of a SAML provider with a certificate in PEM form. */
export function providerMetadata(certificate: string): string {
  const der = certificate.replace(/-----[^-]*-----|\s/g, '');
  return `<?xml version="1.0"?><!-- of the provider -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
<ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
}
