import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChunkRest, chunkRequest } from '../../../test/support/service/chunk-request.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import {
  type RecordedStatement,
  recordStatements,
  scannedTables,
} from '../../../test/support/service/recorded-statements.ts';
import {
  base64,
  makeKey,
  providerWith,
  responseXml,
  signed,
  tokenFields,
} from '../../../test/support/service/saml-provider.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import { setPolicyOf } from '../operator/manage-policies.ts';
import { saveProvider } from '../storage/identity-providers.ts';
import type { Tables } from '../storage/tables.ts';

/** Tables that do not grow with callers, files and requests. */
const small: readonly (keyof Tables)[] = ['settings', 'sites', 'service_keys', 'key_holders', 'locks'];

/** Statements that read a table as a whole, and why they may. */
const accepted: readonly { readonly text: RegExp; readonly table: keyof Tables; readonly because: string }[] = [
  {
    text: /SELECT count\(\*\) AS open, coalesce\(sum\(held\), 0\) AS bytes FROM uploads WHERE finished_at IS NULL/,
    table: 'uploads',
    because: 'the index of unfinished uploads has them alone, and the sum is kept for a second',
  },
  {
    text: /SELECT coalesce\(sum\(held\), 0\) FROM uploads JOIN entries/,
    table: 'uploads',
    because: 'the same, for the quota of an account or a tenant',
  },
  {
    text: /SELECT coalesce\(sum\(size\), 0\) FROM entries JOIN accounts/,
    table: 'entries',
    because: 'the quota of a tenant reads its files once a second; without statistics those seem to be most of all',
  },
];

describe('the statements of requests', () => {
  let harness: Harness;
  const statements = new Map<string, readonly RecordedStatement[]>();
  const record = async (operation: string, work: () => Promise<unknown>): Promise<void> => {
    statements.set(operation, await recordStatements(async () => void (await work())));
  };

  beforeAll(async () => {
    const limits = { chunk: 1_000_000, spool: 1_000_000_000 };
    const quotas = { 'folder-key': 1e9, account: 1e9, tenant: 1e9 };
    harness = await startHarness({
      guessLimits: defaultGuessLimits,
      uploadBytes: limits,
      quotas,
      freeBytes: 1,
      hooks: ['index'],
    });
    const key = await makeKey();
    const { state } = harness.service;
    await saveProvider(state.db, state.seals, 1001, providerWith(key));
    await setPolicyOf(state, 'quota', 'tenant:1001', 1_000_000_000n);
    const { client } = harness;
    const APIKey = 'key-for-all';
    const EmailAddress = 'anna@demo.example';
    const send = (name: string, rest: ChunkRest) =>
      client.AppendChunkWithFolderAccessKey(chunkRequest(name, Buffer.from('abc'), rest));
    await record('GetClientID', () => client.GetClientID({ APIKey, Parameters: { CompanyCode: 'OTHER' } }));
    await record('GetAPIURL', () => client.GetAPIURL({ APIKey, ClientId: 1001 }));
    await record('wrong keys', async () => {
      await client.GetClientID({ APIKey: 'wrong' });
      await client.AppendChunkWithFolderAccessKey({ ...chunkRequest('a', Buffer.of()), FolderAccessKey: 'wrong' });
    });
    await record('AppendChunkWithFolderAccessKey', async () => {
      const { UploadToken: token } = await send('parts', {});
      await send('parts', { token, offset: 3 });
      await send('parts', { token, offset: 3 });
      await send('parts', { token, offset: 6, last: true });
      await send('parts', { token, offset: 6, last: true });
      for (let version = 0; version < 2; version += 1) await send('whole', { last: true });
    });
    await record('AdminCreateFolder', () =>
      client.AdminCreateFolder({
        AdminAuthParameters: {
          APIKey,
          OrgID: 9_007_199_254_740_993n,
          AdminUserID: 'Admin',
          AdminPassword: 'admin-password',
        },
        Parameters: { Path: '/anna/in', FolderName: 'made' },
      }),
    );
    await record('AccountCreateFreeFromPromotion', () =>
      client.AccountCreateFreeFromPromotion({
        API_KEY: APIKey,
        PromoCode: 'PROMO-OPEN',
        EmailAddress: 'c@free.example',
        UserName: 'c',
        Password: 'long enough',
      }),
    );
    await record('SSOLoginURL, SAMLAccountLogin', async () => {
      const { LoginURL = '' } = await client.SSOLoginURL({ APIKey, EmailAddress });
      const request = Buffer.from(new URL(LoginURL).searchParams.get('SAMLRequest') ?? '', 'base64');
      const [, inResponseTo] = / ID="([^"]+)"/.exec(inflateRawSync(request).toString('utf8')) ?? [];
      const SAMLToken = base64(signed(responseXml(tokenFields(harness.now(), { inResponseTo })), 'Assertion', { key }));
      expect((await client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken })).ErrorMessage).toBe('');
    });
    await record('ExternalOAuthAccountLogin', () =>
      client.ExternalOAuthAccountLogin({
        APIKey,
        EmailAddress,
        ApplicationType: 1,
        ExternalOAuthCode: 'code=a&state=b',
      }),
    );
  });
  afterAll(() => harness.close());

  it.each([
    'GetClientID',
    'GetAPIURL',
    'wrong keys',
    'AppendChunkWithFolderAccessKey',
    'AdminCreateFolder',
    'AccountCreateFreeFromPromotion',
    'SSOLoginURL, SAMLAccountLogin',
    'ExternalOAuthAccountLogin',
  ])('%s: none reads a table that grows from its beginning to its end', async (operation) => {
    const run = statements.get(operation) ?? [];
    expect(run.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const statement of run) {
      for (const table of await scannedTables(harness.service.state.db, statement)) {
        const isAccepted = accepted.some((each) => each.table === table && each.text.test(statement.sql));
        if (!small.some((name) => name === table) && !isAccepted) found.push(`${table}: ${statement.sql}`);
      }
    }
    expect(found).toEqual([]);
  });
});
