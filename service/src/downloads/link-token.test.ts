import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '../secrets/key-ring.ts';
import { ServiceKey } from '../secrets/service-key.ts';
import { type Link, LinkSigner, newLinkId } from './link-token.ts';

const link: Link = {
  id: newLinkId(),
  entryId: 'ab'.repeat(16),
  content: `${'cd'.repeat(16)}.3`,
  expiresAt: 1_800_000_000_000,
};
const before = link.expiresAt - 1;
const key = new ServiceKey(randomBytes(32));
const signer = new LinkSigner(new KeyRing([key]));

describe('the token of a link', () => {
  it('holds a link to a file or a folder, in letters that no URL escapes', () => {
    const folder = { ...link, content: undefined };
    for (const made of [link, folder]) {
      const token = signer.sign(made);
      expect(token).toMatch(/^[\w.-]+$/);
      expect(signer.read(token, before)).toEqual(made);
    }
  });

  it('is refused from the moment of its expiry', () => {
    expect(signer.read(signer.sign(link), link.expiresAt)).toBe('expired');
  });

  it('is refused when any character is changed, removed or added', () => {
    const token = signer.sign(link);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === '1' ? '2' : '1';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      const removed = token.slice(0, at) + token.slice(at + 1);
      // The last character of a signature has two bits that count for nothing.
      for (const altered of [changed, removed]) expect(signer.read(altered, before), altered).toBe('altered');
    }
    for (const altered of [`${token}A`, ` ${token}`, `${token}\n`, 'x'.repeat(100_000)]) {
      expect(signer.read(altered, before)).toBe('altered');
    }
    for (const none of [undefined, '']) expect(signer.read(none, before)).toBe('missing');
  });

  it('of a file does not open its folder, and the other way round', () => {
    const token = signer.sign(link);
    expect(signer.read(token.replace(`.${link.content}`, ''), before)).toBe('altered');
  });

  it('is accepted under an earlier service key, and signed with the first', () => {
    const old = signer.sign(link);
    const newer = new ServiceKey(randomBytes(32));
    const both = new LinkSigner(new KeyRing([newer, key]));
    expect(both.read(old, before)).toEqual(link);
    expect(new LinkSigner(new KeyRing([newer])).read(both.sign(link), before)).toEqual(link);
    expect(new LinkSigner(new KeyRing([newer])).read(old, before)).toBe('altered');
  });
});
