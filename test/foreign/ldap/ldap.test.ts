import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccounts } from '../../../service/src/operator/manage-accounts.ts';
import { syncDirectory } from '../../../service/src/operator/sync-directory.ts';
import { authenticate } from '../../../service/src/sign-in/ldap/directory.ts';
import { SignInPage } from '../../../service/src/sign-in/ldap/sign-in-page.ts';
import type { LdapProvider } from '../../../service/src/storage/identity-providers.ts';
import { type Harness, sessionOf, startHarness } from '../../support/service/harness.ts';
import { callMount } from '../../support/service/mount-request.ts';
import { provisioning } from '../../support/service/sample-provisioning.ts';
import { bindDn, bindPassword, type OpenLdap, personLdif, startOpenLdap } from './openldap.ts';

const people = Array.from({ length: 1_000 }, (_, at) => ({ uid: `person${at}`, password: `password-${at}` }));
const base = 'ou=people,dc=demo,dc=example';
const named = [
  { uid: 'anna', password: 'anna-at-work' },
  { uid: 'locked', password: 'right-password' },
  { uid: 'strasse', password: 'strasse-at-work' },
  { uid: 'outside', password: 'outside-password', mail: 'outside@elsewhere.example' },
];

let directory: OpenLdap;
let provider: LdapProvider;
let harness: Harness;
let page: SignInPage;
let silent: Server;
beforeAll(async () => {
  directory = await startOpenLdap([...named, ...people]);
  silent = createServer().listen(0, '127.0.0.1');
  const client = { applicationType: 1, use: 'web', redirectUri: 'https://app.example/signed-in' };
  const ldap = { servers: [directory.plain], ca: directory.ca, bindDn, bindPassword, base, clients: [client] };
  const yaml = provisioning.replace(
    'domains: [demo.example]',
    `domains: [demo.example], identityProvider: ${JSON.stringify({ ldap: { ...ldap, filter: '(objectClass=person)' } })}`,
  );
  harness = await startHarness({
    yaml,
    guessLimits: {
      key: { failures: 50, within: 60 },
      account: { failures: 6, within: 60 },
      address: { failures: 50, within: 60 },
    },
  });
  page = new SignInPage(harness.service.state, '');
  provider = {
    ...{ ...ldap, kind: 'LDAP', userName: 'uid', email: 'mail', id: 'entryUUID', filter: undefined },
    clients: [{ ...client, use: 'web', clientId: '', clientSecret: undefined, bareCode: false }],
  };
});
afterAll(async () => {
  silent.close();
  await harness?.close();
  await directory?.stop();
});

const emailsOf = async (given: { userName: string; password: string }, rest: Partial<LdapProvider> = {}) =>
  (await authenticate({ ...provider, ...rest }, given, { within: 3_000 }))?.emails;
const anna = { userName: 'anna', password: 'anna-at-work' };

describe('OpenLDAP', () => {
  it('knows a person by StartTLS and by TLS, with its authority and name only', async () => {
    expect(await emailsOf(anna)).toEqual(['anna@demo.example']);
    expect(await emailsOf(anna, { servers: [directory.secure] })).toEqual(['anna@demo.example']);
    const refused = (rest: Partial<LdapProvider>) => expect(emailsOf(anna, rest)).rejects.toThrow('cannot be reached');
    for (const server of [directory.plain, directory.secure]) {
      await refused({ servers: [server], ca: directory.otherCa });
      await refused({ servers: [server], ca: undefined });
      await refused({ servers: [server.replace('127.0.0.1', 'localhost')] });
    }
    await refused({ bindPassword: 'wrong' });
    expect(directory.log()).not.toContain('anna-at-work');
  });

  it('refuses wrong and empty passwords, and names that are filters', async () => {
    expect(await emailsOf({ ...anna, password: 'wrong' })).toBeUndefined();
    expect(await emailsOf({ ...anna, password: '' })).toBeUndefined();
    expect(await emailsOf({ userName: '', password: 'x' })).toBeUndefined();
    for (const userName of ['*', 'ann*', 'anna)(uid=*', '*)(|(uid=*', 'anna\0', 'anna\\2a', ')(&', 'a'.repeat(5_000)])
      expect(await emailsOf({ userName, password: 'anna-at-work' }), userName.slice(0, 20)).toBeUndefined();
    expect(await emailsOf(anna, { filter: '(uid=person1)' })).toBeUndefined();
    expect(await emailsOf(anna, { filter: '(|(uid=person1)(uid=anna))' })).toEqual(['anna@demo.example']);
  });

  it('is asked at another server when one is down or silent', async () => {
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const servers = ['ldaps://127.0.0.1:9', `ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${port}`];
    expect(await emailsOf(anna, { servers: [...servers, directory.plain] })).toEqual(['anna@demo.example']);
    await expect(authenticate({ ...provider, servers }, anna, { within: 300 })).rejects.toThrow('Try again later');
  });

  const begin = async (EmailAddress: string) => {
    const begun = await harness.client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress });
    expect(begun).toMatchObject({ ErrorMessage: '', SSOType: 'OIDC', ClientID: '1001' });
    const url = new URL(begun.LoginURL ?? '');
    expect(url.origin + url.pathname).toBe('http://service.example/sign-in/');
    return url.searchParams.get('state') ?? '';
  };
  const enter = async (state: string, userName: string, password: string) =>
    await callMount(page, 'POST', '', { body: `${new URLSearchParams({ state, userName, password })}` });
  const redeem = async (ExternalOAuthCode: string, EmailAddress = 'anna@demo.example') =>
    await harness.client.ExternalOAuthAccountLogin({
      APIKey: 'key-for-all',
      EmailAddress,
      ApplicationType: 1,
      ExternalOAuthCode,
    });

  it('signs in by the page of the service, once', async () => {
    const state = await begin('anna@demo.example');
    const shown = await callMount(page, 'GET', `?state=${state}`);
    expect(shown.text).toContain('For anna@demo.example, with the name and the password of your organisation.');
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;");
    const wrong = await enter(state, 'anna', 'wrong<b>');
    expect([wrong.status, wrong.text.includes('wrong')]).toEqual([403, false]);
    const other = await enter(state, 'person1', 'password-1');
    expect(other.text).toContain('The directory has another e-mail address for this person.');
    const answered = await enter(state, 'ANNA', 'anna-at-work');
    const location = answered.headers.get('location') ?? '';
    expect([answered.status, location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/app\.example\/signed-in\?code=/),
    ]);
    for (const again of [await enter(state, 'anna', 'anna-at-work'), await callMount(page, 'GET', `?state=${state}`)]) {
      expect(again.status).toBe(410);
    }
    const { Token, ErrorMessage } = await redeem(location);
    expect(ErrorMessage).toBe('');
    expect(await sessionOf(harness, Token ?? '')).toMatchObject({ api_key_id: expect.any(String) });
    expect((await redeem(location)).ErrorMessage).toBe('The sign-in was not accepted.');
    const log = harness.log.join('');
    expect(log).not.toMatch(/anna-at-work|wrong<b>/);
  });

  it('gives nobody the account of a person whose address is folded alike', async () => {
    const accounts = harness.service.state.db.updateTable('accounts').where('user_name_folded', '=', 'anna');
    const address = (email: string, email_folded: string) => accounts.set({ email, email_folded }).execute();
    await address('straße@demo.example', 'strasse@demo.example');
    const refused = await enter(await begin('straße@demo.example'), 'strasse', 'strasse-at-work');
    expect(refused.text).toContain('The directory has another e-mail address for this person.');
    await address('strasse@demo.example', 'strasse@demo.example');
    const answered = await enter(await begin('strasse@demo.example'), 'strasse', 'strasse-at-work');
    const location = answered.headers.get('location') ?? '';
    expect((await redeem(location, 'strasse@demo.example')).ErrorMessage).toBe('');
    await address('anna@demo.example', 'anna@demo.example');
    const unknown = await enter(await begin('strasse@demo.example'), 'strasse', 'strasse-at-work');
    expect(unknown.text).toContain('There is no account with this e-mail address.');
    await directory.change(`dn: uid=strasse,${base}\nchangetype: delete\n\n`);
  });

  it('accepts no forged code', async () => {
    const unanswered = await begin('anna@demo.example');
    const location =
      (await enter(await begin('anna@demo.example'), 'anna', 'anna-at-work')).headers.get('location') ?? '';
    const code = new URL(location).searchParams.get('code') ?? '';
    const forged = [
      `code=${code}&state=${unanswered}`,
      `code=&state=${unanswered}`,
      `code=${code}`,
      code,
      `code=${code}x&state=${new URL(location).searchParams.get('state')}`,
    ];
    for (const each of forged) expect((await redeem(each)).ErrorMessage, each).not.toBe('');
    expect((await enter('forged', 'anna', 'anna-at-work')).status).toBe(410);
  });

  it('locks out by the directory and by the service', async () => {
    expect(await emailsOf({ userName: 'locked', password: 'right-password' })).toEqual(['locked@demo.example']);
    const lockedOut = async (tries: number) => {
      for (let at = 0; at < tries; at += 1) await emailsOf({ userName: 'locked', password: `wrong ${at}` });
      return await emailsOf({ userName: 'locked', password: 'right-password' });
    };
    expect(await lockedOut(3)).toBeUndefined();
    const state = await begin('anna@demo.example');
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await enter(state, 'person7', `wrong ${at}`)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429]);
  });

  it('has its 1,000 people as accounts', async () => {
    const { state } = harness.service;
    const sync = async (rest: object = {}) => {
      const synced = await syncDirectory(state, {
        clientId: 1001,
        dryRun: false,
        most: 'half',
        within: 20_000,
        ...rest,
      });
      const counts: Record<string, number> = {};
      for (const { kind } of synced) counts[kind] = (counts[kind] ?? 0) + 1;
      return {
        counts,
        skipped: synced.flatMap(({ name, reason }) => (reason === undefined ? [] : `${name}: ${reason}`)),
      };
    };
    const skipped = [
      'outside: EmailAddress must have a domain of the tenant, and elsewhere.example belongs to another or nobody.',
    ];
    const counts = { created: 1_001, changed: 1, skipped: 1 };
    expect(await sync({ dryRun: true })).toEqual({ counts, skipped });
    expect(await sync()).toEqual({ counts, skipped });
    expect(await sync()).toEqual({ counts: { skipped: 1 }, skipped });
    const accounts = (await listAccounts(state)).filter(({ clientId }) => clientId === 1001);
    expect(accounts).toHaveLength(1_002);

    await directory.change(
      `dn: uid=person1,${base}\nchangetype: delete\n\ndn: uid=person2,${base}\nchangetype: modify\nreplace: mail\nmail: two@demo.example\n\n`,
    );
    expect((await sync()).counts).toEqual({ changed: 1, deactivated: 1, skipped: 1 });
    const gone = await state.db.selectFrom('accounts').selectAll().where('user_name', '=', 'person1').execute();
    expect(gone).toMatchObject([{ deactivated_at: harness.now(), client_id: 1001 }]);
    await directory.change(
      personLdif({ uid: 'person1', password: 'x' }).replace('objectClass', 'changetype: add\nobjectClass'),
    );
    expect((await sync()).counts).toEqual({ reactivated: 1, skipped: 1 });
    const mail = (value: string) =>
      directory.change(`dn: uid=person3,${base}\nchangetype: modify\nreplace: mail\nmail: ${value}\n\n`);
    await mail('malformed');
    expect((await sync()).counts).toEqual({ skipped: 2 });
    await mail('person3@demo.example');
    const { db } = state;
    await db
      .updateTable('identity_providers')
      .set({ settings: await narrowed() })
      .execute();
    await expect(sync()).rejects.toThrow('1001 accounts would be deactivated, and 1 stay.');
    expect((await sync({ most: 'all' })).counts).toEqual({ deactivated: 1_001 });
  });

  /** The stored settings with a filter that finds Anna only. */
  async function narrowed(): Promise<string> {
    const { db } = harness.service.state;
    const { settings } = await db.selectFrom('identity_providers').selectAll().executeTakeFirstOrThrow();
    return JSON.stringify({ ...JSON.parse(settings), filter: '(uid=anna)' });
  }
});
