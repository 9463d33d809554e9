import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRing } from './key-ring.ts';
import { Seals } from './seal.ts';
import { ServiceKey } from './service-key.ts';

const seals = new Seals(new KeyRing([new ServiceKey(randomBytes(32))]));

describe('seals', () => {
  it('open to the sealed value, and differ each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
        const sealed = seals.seal('oidc-client-secret', about, text);
        expect(seals.open('oidc-client-secret', about, sealed)).toBe(text);
        expect(seals.seal('oidc-client-secret', about, text)).not.toBe(sealed);
      }),
    );
  });

  it('do not open for another purpose, another owner, by another key, or with a changed byte', () => {
    const sealed = seals.seal('oidc-client-secret', '1001', 'secret');
    expect(seals.open('client-encrypted-password', '1001', sealed)).toBeUndefined();
    expect(seals.open('oidc-client-secret', '1002', sealed)).toBeUndefined();
    expect(
      new Seals(new KeyRing([new ServiceKey(randomBytes(32))])).open('oidc-client-secret', '1001', sealed),
    ).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(seals.open('oidc-client-secret', '1001', changed.toString('base64url'))).toBeUndefined();
      expect(seals.open('oidc-client-secret', '1001', bytes.subarray(0, at).toString('base64url'))).toBeUndefined();
    }
  });
});
