import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { callMount } from '../../../test/support/service/mount-request.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { noCounts } from '../common/counts.ts';
import { StorageError } from '../common/storage-error.ts';
import type { PendingSignIn } from '../storage/sign-ins.ts';
import { savePendingSignIn } from './begin-sign-in.ts';
import { SignInPage } from './ldap/sign-in-page.ts';

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

it('counts servers of a directory that are down, logs the caller before the proxy, and tells of a full storage', async () => {
  const ldap = {
    // Nobody listens there.
    servers: ['ldaps://127.0.0.1:9', 'ldap://127.0.0.1:9'],
    ...{ bindDn: 'cn=reader,dc=example', bindPassword: 'x', base: 'dc=example' },
    clients: [{ applicationType: 1, use: 'web', redirectUri: 'https://app.example/in' }],
  };
  const counted: unknown[] = [];
  const providerRequest = (...[request, , succeeded]: Parameters<typeof noCounts.providerRequest>) =>
    counted.push([request, succeeded]);
  const provider = `domains: [demo.example], identityProvider: ${JSON.stringify({ ldap })}`;
  const yaml = provisioning.replace('domains: [demo.example]', provider);
  const harness = await startHarness({ yaml, trustProxy: true, counts: { ...noCounts, providerRequest } });
  const begun = await harness.client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: 'anna@demo.example' });
  const fields = new URLSearchParams({ userName: 'anna', password: 'x' });
  fields.set('state', new URL(begun.LoginURL ?? '').searchParams.get('state') ?? '');
  const headers = { 'X-Forwarded-For': '198.51.100.7' };
  const page = new SignInPage(harness.service.state, '');
  expect((await callMount(page, 'POST', '', { body: `${fields}`, headers })).status).toBe(503);
  expect(counted).toEqual([
    ['directory', false],
    ['directory', false],
  ]);
  expect(harness.log.at(-1)).toContain('"peerAddress":"198.51.100.7","code":"ProviderUnavailable"');
  const db = harness.service.state.db.withPlugin({
    transformQuery() {
      throw new StorageError('full', '/secret/path');
    },
    transformResult: async ({ result }) => result,
  });
  const { status, text } = await callMount(new SignInPage({ ...harness.service.state, db }, ''), 'GET', '?state=x');
  expect([status, text.includes('/secret')]).toEqual([507, false]);
  expect(harness.log.at(-1)).toContain('"storage failed"');
  await harness.close();
});
