import type { HeaderBlock, Interceptor } from '@soapwright/runtime/client';
import { leafText, readTree } from '@soapwright/runtime/xml';
import { security } from '../client.ts';
import { escaped } from '../xml-text.ts';
import { element, withBlocks } from './blocks.ts';

/** What Amadeus gives for SOAP header 4. */
export interface AmadeusOptions {
  readonly user: string;
  readonly password: string;
  /** The office, such as `NCE1A0955`. */
  readonly officeId: string;
  /** Default `SU`. */
  readonly dutyCode?: string | undefined;
  /** Default `U`. */
  readonly requestorType?: string | undefined;
  /** Keeps calls in one session; default each call is alone. */
  readonly session?: AmadeusSession | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const sessionNamespace = 'http://xml.amadeus.com/2010/06/Session_v3';

/** A session of several calls, one after the other. */
export class AmadeusSession {
  #state: { readonly id: string; readonly sequence: number; readonly token: string } | undefined;
  #isEnding = false;

  /** Whether the next call goes on in a session. */
  get isOpen(): boolean {
    return this.#state !== undefined;
  }

  /** Makes the next call the last one. */
  end(): void {
    this.#isEnding = true;
  }

  /** The header block of the next call. */
  block(): string {
    const state = this.#state;
    if (state === undefined) return `<s:Session xmlns:s="${sessionNamespace}" TransactionStatusCode="Start"/>`;
    const status = this.#isEnding ? 'End' : 'InSeries';
    return `<s:Session xmlns:s="${sessionNamespace}" TransactionStatusCode="${status}">${[
      element('s:SessionId', state.id),
      element('s:SequenceNumber', String(state.sequence + 1)),
      element('s:SecurityToken', state.token),
    ].join('')}</s:Session>`;
  }

  /** Reads the state of the session from the header blocks of a response. */
  take(blocks: readonly HeaderBlock[]): void {
    const block = blocks.find(({ namespace, local }) => namespace === sessionNamespace && local === 'Session');
    const hasEnded = this.#isEnding && this.isOpen;
    if (hasEnded || block === undefined) {
      this.#state = undefined;
      this.#isEnding = false;
      return;
    }
    const { root, data } = readTree(new TextEncoder().encode(block.xml));
    const text = (name: string): string => {
      const found = root.children.find(({ local }) => local === name);
      return found === undefined ? '' : leafText(found, data);
    };
    this.#state = { id: text('SessionId'), sequence: Number(text('SequenceNumber')), token: text('SecurityToken') };
  }
}

/**
 * Signs calls of Amadeus Web Services in: a UsernameToken whose password is hashed twice, and AMA_SecurityHostedUser. Within a
 * session only its first call has them. Add `addressing()` of `@soapwright/runtime/client/addressing`, which Amadeus demands.
 */
export function amadeus(options: AmadeusOptions): Interceptor {
  const { user, password, officeId, dutyCode = 'SU', requestorType = 'U', session, now } = options;
  const signIn = security({
    usernameToken: { user, password, type: 'digest', isHashed: true },
    now,
    mustUnderstand: false,
  });
  const attributes = { AgentDutyCode: dutyCode, RequestorType: requestorType, PseudoCityCode: officeId, POS_Type: '1' };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const hosted = `<AMA_SecurityHostedUser xmlns="http://xml.amadeus.com/2010/06/Security_v1"><UserID${written.join('')}/></AMA_SecurityHostedUser>`;
  return (next) => async (call) => {
    const block = session === undefined ? [] : [session.block()];
    const isSignedIn = session?.isOpen === true;
    const send = withBlocks(() => (isSignedIn ? block : [hosted, ...block]))(next);
    const response = await (isSignedIn ? send : signIn(send))(call);
    session?.take(response.headerBlocks);
    return response;
  };
}
