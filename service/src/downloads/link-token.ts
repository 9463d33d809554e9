import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../secrets/key-ring.ts';
import { SignedTexts } from '../secrets/signed-text.ts';

/** The target of a link: one version of a file, or a folder with everything below it. */
export interface Link {
  /** Names the link in the log and the audit log; links in a listing have the id of the listing's link. */
  readonly id: string;
  /** Of the file or the folder. */
  readonly entryId: string;
  /** The part that the file had; undefined for a folder. */
  readonly content: string | undefined;
  /** Milliseconds since 1970, a whole number of seconds. */
  readonly expiresAt: number;
}

export function newLinkId(): string {
  return randomBytes(8).toString('hex');
}

/** Signs links; nothing about a link is stored. */
export class LinkSigner {
  readonly #texts: SignedTexts;

  /** @param ring the current key signs; links of all are accepted. */
  constructor(ring: KeyRing) {
    this.#texts = new SignedTexts(ring, 'download-link');
  }

  /** The token of a link: letters, digits, `.`, `-` and `_`. */
  sign(link: Link): string {
    return this.#texts.sign(claimsOf(link));
  }

  /** @returns the link of a token, or why it is invalid. */
  read(token: string | undefined, now: number): Link | 'missing' | 'altered' | 'expired' {
    if (token === undefined || token === '') return 'missing';
    const claims = form.exec(this.#texts.read(token) ?? '');
    if (claims === null) return 'altered';
    const [, expiry = '', id = '', entryId = '', content] = claims;
    const expiresAt = Number.parseInt(expiry, 36) * 1000;
    return expiresAt <= now ? 'expired' : { id, entryId, content, expiresAt };
  }
}

const form = /^([0-9a-z]{1,9})\.([0-9a-f]{16})\.([0-9a-f]{32})(?:\.([0-9a-fk]{32}\.\d{1,10}))?$/;

function claimsOf({ id, entryId, content, expiresAt }: Link): string {
  const claims = [Math.floor(expiresAt / 1000).toString(36), id, entryId];
  return (content === undefined ? claims : [...claims, content]).join('.');
}
