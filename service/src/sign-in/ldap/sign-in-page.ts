import type { HttpResponse } from '@soapwright/runtime/server';
import type { Counts } from '../../common/counts.ts';
import { type Html, html, page, pageHeaders } from '../../common/html.ts';
import { errorFields, type Logger } from '../../common/logger.ts';
import { type Begun, type Mount, type MountedRequest, pendingBody, responseOf } from '../../common/mount.ts';
import { Rejection } from '../../common/rejection.ts';
import { storageFailed } from '../../common/storage-answer.ts';
import { emailAddress, fold, parseEmailAddress, storedStrictForm } from '../../domain/account-names.ts';
import { callerAddress } from '../../domain/caller-address.ts';
import { subjectsOf } from '../../domain/check-credentials.ts';
import type { Subject } from '../../domain/guess-guard.ts';
import { randomToken } from '../../secrets/secret-tokens.ts';
import { accountByEmail } from '../../storage/accounts.ts';
import { findProvider, type LdapProvider } from '../../storage/identity-providers.ts';
import { answerSignIn, findUnansweredSignIn, type PendingSignIn } from '../../storage/sign-ins.ts';
import { signInPath } from '../service-base.ts';
import type { SignInState } from '../sign-in-context.ts';
import { authenticate } from './directory.ts';
import { codeText } from './sign-in-by-page.ts';

/** Most bytes of the form. */
const mostBytes = 8 * 1024;

type PageState = SignInState & { readonly log: Logger; readonly counts: Counts };

/** A sign-in that waits for name and password, and the directory that knows them. */
interface Waiting {
  readonly pending: PendingSignIn;
  readonly provider: LdapProvider;
  readonly redirectUri: string;
}

/** The page where people of an organisation sign in with their names and passwords in its directory; without scripts. */
export class SignInPage implements Mount {
  readonly prefix: string;
  readonly #state: PageState;

  /** @param below path of the public address, without a `/` at its end. */
  constructor(state: PageState, below: string) {
    this.#state = state;
    this.prefix = `${below}${signInPath}`;
  }

  begin(request: MountedRequest): Begun {
    return pendingBody(request, mostBytes, {
      respond: (body) => this.#respond(request, body),
      refused: (status) => message(status, 'The form is too large.'),
    });
  }

  async #respond(request: MountedRequest, body: Uint8Array): Promise<HttpResponse> {
    try {
      if (request.path !== '') return message(404, 'There is nothing here.');
      if (request.method === 'GET') return await this.#show(request.query.get('state') ?? '');
      if (request.method === 'POST')
        return await this.#signIn(request, new URLSearchParams(Buffer.from(body).toString()));
      return message(405, 'The method is not allowed.');
    } catch (error) {
      const { requestId } = request;
      const answer = storageFailed(error, this.#state, { requestId, operation: 'sign-in page' });
      if (answer !== undefined) return message(answer.status, answer.text);
      this.#state.log.error('sign-in page failed', { requestId, ...errorFields(error) });
      return message(500, `The server failed. Its log has more under the request id ${requestId}.`);
    }
  }

  async #show(state: string): Promise<HttpResponse> {
    const waiting = await this.#waiting(state);
    return waiting === undefined ? over() : form(200, state, waiting);
  }

  async #waiting(state: string): Promise<Waiting | undefined> {
    const { db, hashes, now, seals } = this.#state;
    const pending = await findUnansweredSignIn(db, hashes.all('sign-in-state', state), now());
    const provider = pending && (await findProvider(db, seals, pending.client_id));
    if (pending === undefined || provider?.kind !== 'LDAP') return undefined;
    const client = provider.clients.find(({ applicationType }) => applicationType === pending.application_type);
    return client && { pending, provider, redirectUri: client.redirectUri };
  }

  async #signIn(request: MountedRequest, fields: URLSearchParams): Promise<HttpResponse> {
    const state = fields.get('state') ?? '';
    const waiting = await this.#waiting(state);
    if (waiting === undefined) return over();
    const { pending } = waiting;
    const [userName, password] = [fields.get('userName') ?? '', fields.get('password') ?? ''];
    let emails: readonly string[] | undefined;
    try {
      emails = await this.#emailsOf(request, waiting, { userName, password });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.#log(request, error.code, error.reason);
      const status = error.code === 'TooManyAttempts' ? 429 : 503;
      return form(status, state, waiting, error.message);
    }
    if (emails === undefined) {
      this.#log(request, 'SignInRefused', 'name or password is wrong');
      return form(403, state, waiting, 'The user name or the password is not right.');
    }
    const problem = await this.#problemOf(pending, emails);
    if (problem !== undefined) {
      this.#log(request, 'SignInRefused', problem);
      return form(403, state, waiting, problem);
    }
    const code = randomToken();
    const { db, hashes } = this.#state;
    if (!(await answerSignIn(db, pending.state_hash, hashes.of('sign-in-state', codeText(code))))) return over();
    const { redirectUri } = waiting;
    const Location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams({ code, state })}`;
    return responseOf(303, { ...headersFor(redirectUri), Location });
  }

  /** A directory may have two people whose addresses are folded alike: only one is the account's. */
  async #problemOf(
    { client_id: clientId, email_folded: emailFolded }: PendingSignIn,
    emails: readonly string[],
  ): Promise<string | undefined> {
    const account = await accountByEmail.first(this.#state.db, { emailFolded, clientId });
    if (account === undefined) return 'There is no account with this e-mail address.';
    const strict = storedStrictForm(account.email, account.emailFolded);
    if (emails.some((email) => parseEmailAddress(email)?.strict === strict)) return undefined;
    return 'The directory has another e-mail address for this person.';
  }

  /** Counts a wrong name or password for the name and the address; while the directory is asked, only for the name. */
  async #emailsOf(
    request: MountedRequest,
    { pending, provider }: Waiting,
    given: { readonly userName: string; readonly password: string },
  ): Promise<readonly string[] | undefined> {
    const { guard, signInTimes, counts } = this.#state;
    const id = `directory/${pending.client_id}/${fold(given.userName.slice(0, 256))}`;
    const account: Subject = { kind: 'account', id };
    const asking = { within: signInTimes.provider, counts };
    const check = (): ReturnType<typeof authenticate> => authenticate(provider, given, asking);
    return (await guard.guarded(subjectsOf(request.asCaller(this.#state), account), check, [account]))?.emails;
  }

  #log(request: MountedRequest, code: string, reason: string | undefined): void {
    const { log, trustProxy } = this.#state;
    const { requestId } = request;
    const peerAddress = callerAddress(request, trustProxy);
    log.info('refused', { requestId, operation: 'sign-in page', peerAddress, code, reason });
  }
}

/** Browsers follow a redirect after a form only to an origin that the page has named. */
function headersFor(redirectUri: string): Readonly<Record<string, string>> {
  const { origin, protocol } = new URL(redirectUri);
  const policy = pageHeaders['Content-Security-Policy'] ?? '';
  const target = origin === 'null' ? protocol : origin;
  return {
    ...pageHeaders,
    'Content-Security-Policy': policy.replace("form-action 'self'", `form-action 'self' ${target}`),
  };
}

function shown(status: number, title: string, content: Html, headers = pageHeaders): HttpResponse {
  return responseOf(status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, page(title, content));
}

function message(status: number, text: string): HttpResponse {
  return shown(status, 'Sign in', html`<p>${text}</p>`);
}

function over(): HttpResponse {
  return message(410, 'This sign-in is over. Begin again in the application that sent you here.');
}

function form(status: number, state: string, { pending, redirectUri }: Waiting, problem?: string): HttpResponse {
  const { text } = emailAddress(pending.email_folded);
  const shownProblem = problem === undefined ? html`` : html`<p role="alert"><strong>${problem}</strong></p>`;
  const content = html`${shownProblem}
<p>For ${text}, with the name and the password of your organisation.</p>
<form method="post" action="./">
<input type="hidden" name="state" value="${state}">
<label for="userName">User name</label>
<input id="userName" name="userName" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>`;
  return shown(status, 'Sign in', content, headersFor(redirectUri));
}
