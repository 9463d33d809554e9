import { expect, it } from 'vitest';
import * as security from '../security/src/message-keys.ts';
import * as emit from '../src/emit/message-demands.ts';

// The package of generated code knows nothing of the generator: what the types ask for is what it asks for at run time.
it('generated types ask for the keys that @soapwright/security needs', () => {
  const directions = [
    {},
    { request: ['Body'] },
    { response: ['Body'] },
    { request: ['Body'], response: ['Body'] },
  ] as const;
  let compared = 0;
  for (const signature of [undefined, ...directions]) {
    for (const encryption of [undefined, ...directions]) {
      for (const assertion of [undefined, 'holder-of-key', 'sender-vouches'] as const) {
        const demand = { signature, encryption, assertion };
        const given = {
          ...(signature && { signature: { ...signature, hash: 'sha256' } }),
          ...(encryption && { encryption: { ...encryption, algorithm: 'aes256-gcm' } }),
          assertion,
        } as unknown as security.DemandedMessages;
        expect(emit.clientUses(demand)).toEqual(security.clientUses(given));
        expect(emit.serverUses(demand)).toEqual(security.serverUses(given));
        compared += 1;
      }
    }
  }
  expect(compared).toBe(75);
});
