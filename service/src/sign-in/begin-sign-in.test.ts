import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import type { PendingSignIn } from '../storage/sign-ins.ts';
import { savePendingSignIn } from './begin-sign-in.ts';

describe('savePendingSignIn', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const keep = (stateHash: string, clientId = 1001) => {
    const signIn: PendingSignIn = {
      ...{ state_hash: stateHash, key_id: null, client_id: clientId, kind: 'OIDC', email_folded: 'anna@demo.example' },
      ...{ nonce: 'n', pkce_verifier: 'v', application_type: 1 },
    };
    return savePendingSignIn(harness.service.state.commits, signIn, { now: harness.now(), lasting: 600_000, most: 3 });
  };

  it('SSOLoginURL: the sign-ins of a tenant per minute are limited, so that a loop cannot fill the disk', async () => {
    const begun = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => keep(`a${i}`)));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(keep('b')).rejects.toMatchObject({
      code: 'TooManyAttempts',
      message: 'Too many sign-ins were started for this tenant. Try again in 60 seconds.',
    });
    await keep('of another tenant', 2147483647);
    harness.pass(59_999);
    await expect(keep('c')).rejects.toMatchObject({ code: 'TooManyAttempts' });
    harness.pass(1);
    await keep('d');
    const { db } = harness.service.state;
    expect(await db.selectFrom('pending_sign_ins').selectAll().execute()).toHaveLength(5);
    harness.pass(600_000);
    await harness.service.sweep();
    expect(await db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([]);
  });
});
