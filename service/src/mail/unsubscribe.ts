import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, page } from '../common/html.ts';
import { errorFields } from '../common/logger.ts';
import { checkMethod, refusalOf, sendPage } from '../common/page-requests.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { SignedTexts } from '../secrets/signed-text.ts';
import type { State } from '../state.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { endRecipients } from '../storage/mail-digests.ts';

/** Below it recipients end the messages to them. */
export const unsubscribePrefix = '/unsubscribe/';

/** Signs the addresses of this page; nothing about them is stored. */
export function unsubscribeTokens(ring: KeyRing): SignedTexts {
  return new SignedTexts(ring, 'mail-unsubscribe');
}

/**
 * Ends the messages to a recipient: programs post to the address (RFC 8058), people press a button, since scanners of
 * mail open every address.
 */
export class Unsubscribe {
  readonly #state: State;
  readonly #prefix: string;
  readonly #tokens: SignedTexts;

  /** @param prefix path in front of the tokens. */
  constructor(state: State, prefix: string) {
    this.#state = state;
    this.#prefix = prefix;
    this.#tokens = unsubscribeTokens(state.keys.ring);
  }

  /** Never rejects. */
  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#respond(request, response);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) this.#state.log.error('unexpected error', errorFields(error));
      const { status, message } = refusal ?? { status: 500, message: 'The server failed. Its log has more.' };
      if (response.headersSent) response.destroy();
      else sendPage(request, response, status, page('Messages', html`<p>${message}</p>`));
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkMethod(request, response);
    const { db, now, uploads } = this.#state;
    const token = request.url?.slice(this.#prefix.length).split('?', 1)[0] ?? '';
    const id = this.#tokens.read(token);
    const show = (status: number, title: string, text: string, more = html``): void =>
      sendPage(request, response, status, page(title, html`<p>${text}</p>${more}`));
    if (id === undefined) return show(404, 'Messages', 'This address is not valid.');
    if (request.method === 'POST') {
      await uploads.parts.commits.run((transaction) =>
        endRecipients(transaction, { id, actor: `recipient:${id}` }, now()),
      );
      return show(200, 'No more messages', 'You get no more messages about this folder.');
    }
    const found = await db.selectFrom('mail_recipients').select('folder_id').where('id', '=', id).executeTakeFirst();
    const folder = found && (await pathOfEntry(db, found.folder_id));
    if (folder === undefined) return show(200, 'No more messages', 'You get no messages about this folder.');
    const form = html`<form method="post" action="${this.#prefix}${token}"><button>End them</button></form>`;
    show(200, 'End the messages?', `You get messages about files in ${folder}.`, form);
  }
}
