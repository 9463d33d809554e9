import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../service/src/storage/postgres/open-postgres.ts';
import { markAssertionUsed } from '../../service/src/storage/sign-ins.ts';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { oidcClients, type RunningOidcProvider, startOidcProvider } from '../support/service/oidc-provider.ts';
import {
  base64,
  makeKey,
  type ProviderKey,
  responseXml,
  signed,
  tokenFields,
} from '../support/service/saml-provider.ts';
import { yamlWithProviders } from '../support/service/sample-providers.ts';
import { type SiteOnServers, type SiteProcess, startSite } from '../support/service/site-on-servers.ts';

const anna = 'anna@demo.example';
const bob = 'bob@other.example';
const rejected = 'The sign-in was not accepted.';

describe('single-use values are accepted by one of three processes only', () => {
  let key: ProviderKey;
  let provider: RunningOidcProvider;
  let site: SiteOnServers;
  let processes: readonly SiteProcess[];
  beforeAll(async () => {
    [key, provider] = await Promise.all([makeKey(), startOidcProvider()]);
    site = await startSite({ yaml: yamlWithProviders(key, provider) });
    processes = await Promise.all([site.start(), site.start(), site.start()]);
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  /** Calls all processes at the same time, each several times. */
  const fromAll = async <Result>(
    times: number,
    call: (process: SiteProcess, index: number) => Promise<Result>,
  ): Promise<readonly Result[]> =>
    await Promise.all(
      Array.from({ length: times }, (_, round) =>
        processes.map((process, index) => call(process, round * processes.length + index)),
      ).flat(),
    );
  const countOf = (messages: readonly (string | undefined)[], message: string): number =>
    messages.filter((each) => each === message).length;
  const nth = (index: number): SiteProcess => {
    const process = processes[index % processes.length];
    if (process === undefined) throw new RangeError('There are no processes.');
    return process;
  };

  it('one of 16 chunks at one offset, in each of 4 rounds', async () => {
    const name = 'race';
    const begun = await nth(0).client.AppendChunkWithFolderAccessKey(chunkRequest(name, Buffer.of()));
    const token = begun.UploadToken;
    let whole = Buffer.of();
    for (let round = 0; round < 4; round += 1) {
      // Small chunks wait in the database, others are objects.
      const size = round % 2 === 0 ? 5_000 : 150_000;
      const chunks = Array.from({ length: 16 }, () => randomBytes(size));
      const done = await Promise.all(
        chunks.map((bytes, index) =>
          nth(index).client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, { offset: whole.length, token })),
        ),
      );
      const winners = chunks.filter((_, index) => done[index]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      for (const { ChunkAppended, ErrorMessage } of done)
        if (!ChunkAppended) expect(ErrorMessage).toMatch(/Other bytes are held at this Offset/);
      whole = Buffer.concat([whole, ...winners]);
    }
    const last = chunkRequest(name, Buffer.of(), { offset: whole.length, token, last: true });
    expect(await nth(1).client.AppendChunkWithFolderAccessKey(last)).toMatchObject({ ErrorMessage: '' });
    const output = join(site.folder, 'got');
    expect(await site.run(['files', 'get', `/anna/in/${name}`, '--output', output])).toMatchObject({ code: 0 });
    expect((await readFile(output)).equals(whole)).toBe(true);
  });

  it('a SAML token', async () => {
    const token = (): string =>
      base64(
        signed(
          responseXml(tokenFields(Date.now(), { assertionId: `_${randomBytes(16).toString('hex')}` })),
          'Assertion',
          { key },
        ),
      );
    const logIn = async ({ client }: SiteProcess, SAMLToken: string): Promise<string | undefined> =>
      (await client.SAMLAccountLogin({ APIKey: 'key-for-all', EmailAddress: anna, SAMLToken })).ErrorMessage;
    for (let round = 0; round < 2; round += 1) {
      const replayed = token();
      const messages = await fromAll(4, (process) => logIn(process, replayed));
      expect([countOf(messages, ''), countOf(messages, rejected)]).toEqual([1, 11]);
    }
    const later = token();
    expect([await logIn(nth(0), later), await logIn(nth(1), later), await logIn(nth(2), later)]).toEqual([
      '',
      rejected,
      rejected,
    ]);
  });

  it('a SAML token that two processes hash under different service keys, in the middle of a rotation', async () => {
    const db = await openPostgres(site.own.servers.database);
    try {
      const [old, current] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
      const mark = async (hash: string, others: readonly string[]): Promise<boolean> =>
        await db
          .transaction()
          .execute((transaction) => markAssertionUsed(transaction, { hash, keyId: 'of-test' }, others, Date.now()));
      for (let round = 0; round < 5; round += 1) {
        const all = [old, current].map((hash) => `${round}${hash}`);
        const marked = await Promise.all(all.map((hash) => mark(hash, [hash, ...all.filter((each) => each !== hash)])));
        expect(marked.filter((isFirst) => isFirst)).toHaveLength(1);
      }
    } finally {
      await db.destroy();
    }
  });

  it('a code of OpenID Connect, with its state', async () => {
    const logIn = async ({ client }: SiteProcess, ExternalOAuthCode: string): Promise<string | undefined> => {
      const { applicationType: ApplicationType } = oidcClients.web;
      const request = { APIKey: 'key-for-all', EmailAddress: bob, ApplicationType, ExternalOAuthCode };
      return (await client.ExternalOAuthAccountLogin(request)).ErrorMessage;
    };
    const redirect = async (): Promise<string> => {
      const begun = await nth(0).client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: bob });
      return await provider.signIn(begun.LoginURL ?? '');
    };
    for (let round = 0; round < 2; round += 1) {
      const replayed = await redirect();
      const messages = await fromAll(4, (process) => logIn(process, replayed));
      expect([countOf(messages, ''), countOf(messages, rejected)]).toEqual([1, 11]);
    }
    const later = await redirect();
    expect([await logIn(nth(1), later), await logIn(nth(2), later), await logIn(nth(0), later)]).toEqual([
      '',
      rejected,
      rejected,
    ]);
  });

  it('the last place of a promotion', async () => {
    const messages = await fromAll(2, async ({ client }, index) => {
      const request = {
        API_KEY: 'key-for-all',
        PromoCode: 'PROMO-LAST',
        EmailAddress: `guest${index}@free.example`,
        UserName: `guest${index}`,
        Password: 'guest-password',
      };
      return (await client.AccountCreateFreeFromPromotion(request)).ErrorMessage;
    });
    expect([countOf(messages, ''), countOf(messages, 'The promotion code is not valid, or is used up.')]).toEqual([
      1, 5,
    ]);
    const { output } = await site.run(['account', 'list']);
    expect(output.match(/guest\d+@/g)?.length).toBe(1);
  });
});
