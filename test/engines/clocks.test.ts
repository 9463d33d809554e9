import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../service/src/storage/postgres/open-postgres.ts';
import type { Db } from '../../service/src/storage/tables.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { clockAhead, type SettableClock, settableClock } from '../support/service/fake-clock.ts';
import { oidcClients, type RunningOidcProvider, startOidcProvider } from '../support/service/oidc-provider.ts';
import {
  base64,
  iso,
  makeKey,
  type ProviderKey,
  responseXml,
  signed,
  type TokenFields,
  tokenFields,
} from '../support/service/saml-provider.ts';
import { yamlWithProviders } from '../support/service/sample-providers.ts';
import { type SiteOnServers, type SiteProcess, startSite } from '../support/service/site-on-servers.ts';

const minute = 60_000;

/** How far the clocks of processes are off, in seconds: a store accepts no request whose time is so far from its own. */
const off = 20 * 60;

const names = ['fast', 'slow', 'set'] as const;

const anna = 'anna@demo.example';
const bob = 'bob@other.example';

describe('processes whose clocks differ by up to 40 minutes', () => {
  let key: ProviderKey;
  let provider: RunningOidcProvider;
  let site: SiteOnServers;
  let db: Db;
  let clock: SettableClock;
  const processes = new Map<string, SiteProcess>();
  beforeAll(async () => {
    [key, provider] = await Promise.all([makeKey(), startOidcProvider()]);
    const now = Date.now();
    const promotions = `
  - { name: running, code: PROMO-RUNNING, places: 1000, from: ${iso(now - 5 * minute)}, until: ${iso(now + 10 * minute)} }
  - { name: over, code: PROMO-OVER, places: 1000, until: ${iso(now - 5 * minute)} }
  - { name: soon, code: PROMO-SOON, places: 1000, from: ${iso(now + 10 * minute)} }
`;
    site = await startSite({
      yaml: yamlWithProviders(key, provider) + promotions.slice(1),
      environment: () => ({ RFS_UPLOAD_HOURS: '1' }),
    });
    db = await openPostgres(site.own.servers.database);
    clock = await settableClock(join(site.folder, 'clock'));
    const clocks = [clockAhead(off), clockAhead(-off), clock.environment];
    const started = await Promise.all(clocks.map((environment) => site.start(environment)));
    for (const [index, process] of started.entries()) processes.set(names[index] ?? '', process);
    // The third was right until now.
    await clock.set(off);
  });
  afterAll(async () => {
    await db.destroy();
    await site.close();
    await provider.close();
  });

  const nth = (name: string): SiteProcess => {
    const process = processes.get(name);
    if (process === undefined) throw new RangeError(`There is no process ${name}.`);
    return process;
  };
  const expectNow = (time: number | bigint | null | undefined, add = 0): void => {
    expect(Math.abs(Number(time) - (Date.now() + add))).toBeLessThan(minute);
  };

  it('doctor reports the differences from both servers', async () => {
    const clocks = [{}, clockAhead(off), clockAhead(-off)];
    const [right, ...wrong] = await Promise.all(clocks.map((environment) => site.run(['doctor'], environment)));
    expect(right?.output).not.toContain('clock');
    for (const [index, direction] of ['behind', 'ahead of'].entries()) {
      const { code, output } = wrong[index] ?? {};
      expect(code).toBe(1);
      for (const server of ['database', 'object store'])
        expect(output).toMatch(
          new RegExp(`The clock of the ${server} is 1[12]\\d\\d seconds ${direction} that of this`),
        );
    }
  });

  it('the chunks of an upload may go to any of them; it has the times of the database', async () => {
    const bytes = randomBytes(3 * 200_000);
    let token: string | undefined;
    for (const [index, name] of names.entries()) {
      const chunk = bytes.subarray(index * 200_000, (index + 1) * 200_000);
      const rest = { offset: index * 200_000, token, last: index === 2 };
      const done = await nth(name).client.AppendChunkWithFolderAccessKey(chunkRequest('any', chunk, rest));
      expect([name, done]).toMatchObject([name, { ErrorMessage: '', ChunkAppended: true }]);
      token = done.UploadToken;
      const row = db.selectFrom('uploads').selectAll().where('file_name', '=', 'any');
      expectNow((await row.executeTakeFirstOrThrow()).touched_at);
    }
    const entry = await db.selectFrom('entries').select('published_at').where('name', '=', 'any').executeTakeFirst();
    expectNow(entry?.published_at);
  });

  it.each(names)('an upload expires an hour after its last chunk, at the process that is %s', async (name) => {
    const { client } = nth(name);
    const file = `expires ${name}`;
    const { UploadToken: token } = await client.AppendChunkWithFolderAccessKey(chunkRequest(file, Buffer.from('abc')));
    const idle = async (minutes: number): Promise<void> => {
      const touched_at = Date.now() - minutes * minute;
      await db.updateTable('uploads').set({ touched_at }).where('file_name', '=', file).execute();
    };
    const append = async (offset: number): Promise<string | undefined> =>
      (await client.AppendChunkWithFolderAccessKey(chunkRequest(file, Buffer.from('abc'), { offset, token })))
        .ErrorMessage;
    await idle(55);
    expect(await append(3)).toBe('');
    await idle(65);
    expect(await append(6)).toContain('UploadToken is not valid');
  });

  it('the sweep of a process whose clock is ahead deletes the uploads that have expired by the clock of the database', async () => {
    const begin = async (file: string, minutes: number): Promise<void> => {
      await nth('set').client.AppendChunkWithFolderAccessKey(chunkRequest(file, Buffer.from('abc')));
      const touched_at = Date.now() - minutes * minute;
      await db.updateTable('uploads').set({ touched_at }).where('file_name', '=', file).execute();
    };
    await begin('young', 55);
    await begin('old', 65);
    const swept = await site.run(['sweep'], { RFS_UPLOAD_HOURS: '1', ...clockAhead(off) });
    expect(swept).toMatchObject({ code: 0 });
    const rows = db.selectFrom('uploads').select('file_name').where('file_name', 'in', ['young', 'old']);
    expect(await rows.execute()).toEqual([{ file_name: 'young' }]);
  });

  it.each(names)('a SAML token and a pending sign-in end at their times, at the process that is %s', async (name) => {
    const { client } = nth(name);
    const logIn = async (changed: Partial<TokenFields>): Promise<string | undefined> => {
      const fields = tokenFields(Date.now(), { assertionId: `_${randomBytes(16).toString('hex')}`, ...changed });
      const SAMLToken = base64(signed(responseXml(fields), 'Assertion', { key }));
      return (await client.SAMLAccountLogin({ APIKey: 'key-for-all', EmailAddress: anna, SAMLToken })).ErrorMessage;
    };
    const rejected = 'The sign-in was not accepted.';
    const until = (minutes: number): Partial<TokenFields> => {
      const time = iso(Date.now() + minutes * minute);
      return { notOnOrAfter: time, confirmationNotOnOrAfter: time };
    };
    expect(await logIn({})).toBe('');
    expect(await logIn(until(-3))).toBe(rejected);
    expect(await logIn({ notBefore: iso(Date.now() + 3 * minute) })).toBe(rejected);
    const begin = async (endsIn: number): Promise<string> => {
      const { LoginURL = '' } = await client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: anna });
      const pending = db.selectFrom('pending_sign_ins').selectAll().where('used_at', 'is', null);
      const row = await pending.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
      expectNow(row.created_at);
      expectNow(row.expires_at, 10 * minute);
      const expires_at = Date.now() + endsIn;
      await db.updateTable('pending_sign_ins').set({ expires_at }).where('state_hash', '=', row.state_hash).execute();
      const request = Buffer.from(new URL(LoginURL).searchParams.get('SAMLRequest') ?? '', 'base64');
      return / ID="([^"]+)"/.exec(inflateRawSync(request).toString('utf8'))?.[1] ?? '';
    };
    expect(await logIn({ inResponseTo: await begin(minute) })).toBe('');
    expect(await logIn({ inResponseTo: await begin(-1_000) })).toBe(rejected);
    const session = await db.selectFrom('session_tokens').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
    expectNow(session?.created_at);
    expectNow(session?.expires_at, 8 * 60 * minute);
  });

  it.each(['fast', 'slow'])('a sign-in by OpenID Connect is accepted by the process that is %s', async (name) => {
    const { client } = nth(name);
    const { LoginURL = '' } = await client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: bob });
    const { applicationType: ApplicationType } = oidcClients.web;
    const ExternalOAuthCode = await provider.signIn(LoginURL);
    const request = { APIKey: 'key-for-all', EmailAddress: bob, ApplicationType, ExternalOAuthCode };
    expect((await client.ExternalOAuthAccountLogin(request)).ErrorMessage).toBe('');
  });

  it.each(['fast', 'slow'])('a promotion begins and ends at its times, at the process that is %s', async (name) => {
    const create = async (PromoCode: string): Promise<string | undefined> => {
      const user = `${name}${randomBytes(4).toString('hex')}`;
      const request = { PromoCode, EmailAddress: `${user}@free.example`, UserName: user, Password: 'guest-password' };
      return (await nth(name).client.AccountCreateFreeFromPromotion({ API_KEY: 'key-for-all', ...request }))
        .ErrorMessage;
    };
    const rejected = 'The promotion code is not valid, or is used up.';
    expect(await create('PROMO-RUNNING')).toBe('');
    expect([await create('PROMO-OVER'), await create('PROMO-SOON')]).toEqual([rejected, rejected]);
  });
});
