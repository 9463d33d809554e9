import { createHash, randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeSha256 } from './node.ts';
import { portableSha256 } from './sha256.ts';

const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each([
  ['portable', portableSha256],
  ['of Node', nodeSha256],
])('SHA-256, %s', (_name, newHash) => {
  it('is that of FIPS 180-4 for its example', () => {
    const hash = newHash();
    hash.update(new TextEncoder().encode('abc'));
    expect(hash.digest()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is the same for every length around a block, in pieces of any size', () => {
    for (let length = 0; length <= 260; length += 1) {
      const bytes = randomBytes(length);
      const hash = newHash();
      for (let at = 0; at < length; ) {
        const end = at + randomInt(1, 100);
        hash.update(bytes.subarray(at, end));
        at = end;
      }
      expect(hash.digest()).toBe(expected(bytes));
    }
  });
});
