import { setTimeout as sleep } from 'node:timers/promises';
import { SoapFault } from '@soapwright/runtime/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { defaultGuessLimits, type GuessLimits } from './guess-guard.ts';

const limits: GuessLimits = {
  key: { failures: 3, within: 60 },
  account: { failures: 2, within: 60 },
  address: { failures: 5, within: 120 },
};

describe('rate limit of guesses', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ guessLimits: limits });
  });
  afterEach(() => harness.close());

  const lookUp = async (APIKey: string, address = '192.0.2.1', headers?: Record<string, string>) => {
    const client = harness.clientFrom(address, '1.2', headers);
    return (await client.GetClientID({ APIKey, Parameters: { CompanyCode: 'OTHER' } })).ErrorMessage;
  };
  const promo = async (API_KEY: string, address: string) => {
    const client = harness.clientFrom(address);
    return (await client.AccountCreateFreeFromPromotion({ API_KEY, PromoCode: 'wrong' })).ErrorMessage;
  };
  const admin = async (AdminPassword: string, address: string, AdminUserID = 'ADMIN') => {
    const fault: unknown = await harness
      .clientFrom(address)
      .AdminCreateFolder({
        AdminAuthParameters: {
          APIKey: 'key-for-all',
          OrgID: 9_007_199_254_740_993n,
          AdminUserID,
          AdminPassword,
        },
        Parameters: { Path: '/anna', FolderName: `made from ${address}` },
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    return fault instanceof SoapFault ? fault.detailCode : fault;
  };
  const wrong = 'The API key is not valid.';
  const wait = (seconds: number) => `Too many wrong attempts. Try again in ${seconds} seconds.`;

  it('Common: wrong API keys are counted per address; beyond the limit even a right one must wait', async () => {
    for (let i = 0; i < 5; i += 1) expect(await lookUp('wrong')).toBe(wrong);
    harness.pass(1500);
    expect(await lookUp('wrong')).toBe(wait(119));
    expect(await lookUp('key-for-all')).toBe(wait(119));
    expect(await lookUp('key-for-all', '192.0.2.2')).toBe('');
    harness.pass(118_500);
    expect(await lookUp('key-for-all')).toBe('');
  });

  it('Common: wrong promotion codes are counted per API key, from any address', async () => {
    for (let i = 0; i < 3; i += 1) expect(await promo('key-for-all', `192.0.2.${i}`)).toMatch(/^The promotion code/);
    expect(await promo('key-for-all', '192.0.2.9')).toBe(wait(60));
    expect(await promo('key-of-1001', '192.0.2.9')).toMatch(/^The promotion code/);
  });

  it('Common: a revoked key is rejected like a wrong one, and not counted as a guess', async () => {
    const upload = async (FolderAccessKey: string) => {
      const chunk = { FileName: 'a', Offset: 0n, BytesRead: 0, isLastChunk: true };
      const request = { APIKey: 'key-for-all', FolderAccessKey, ...chunk };
      return (await harness.client.AppendChunkWithFolderAccessKey(request)).ErrorMessage;
    };
    for (let i = 0; i < 6; i += 1) {
      expect(await lookUp('key-revoked')).toBe(wrong);
      expect(await upload('folder-revoked')).toBe('The folder access key is not valid.');
    }
    expect(await lookUp('key-for-all')).toBe('');
    expect(await upload('folder-anna-in')).toBe('');
  });

  it('Common: a promotion code that is used up, early or late is known, and is not counted as a guess', async () => {
    const redeem = async (PromoCode: string, i: number) => {
      const wanted = { EmailAddress: `c${i}@free.example`, UserName: `c${i}`, Password: 'password' };
      return await harness.client.AccountCreateFreeFromPromotion({ API_KEY: 'key-for-all', PromoCode, ...wanted });
    };
    const rejected = 'The promotion code is not valid, or is used up.';
    expect((await redeem('PROMO-LAST', 0)).Result).toBe(true);
    for (const code of ['PROMO-LAST', 'PROMO-EARLY', 'PROMO-LATE']) {
      for (let i = 1; i < 8; i += 1) expect((await redeem(code, i)).ErrorMessage).toBe(rejected);
    }
    expect((await redeem('PROMO-OPEN', 1)).Result).toBe(true);
  });

  it('Common: wrong passwords are counted per account, in any spelling; beyond the limit the right one is rejected too', async () => {
    expect(await admin('wrong', '192.0.2.1')).toBe('AccessDenied');
    expect(await admin('admin-password', '192.0.2.2')).toBeUndefined();
    expect(await admin('wrong', '192.0.2.3')).toBe('AccessDenied');
    expect(await admin('admin-password', '192.0.2.4')).toBe('TooManyAttempts');
    harness.pass(60_000);
    expect(await admin('admin-password', '192.0.2.5')).toBeUndefined();
  });

  it('Common: concurrent guesses are counted as well', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, (_, i) => admin('wrong', `192.0.2.${i}`)));
    expect(codes.filter((code) => code === 'AccessDenied')).toHaveLength(2);
    expect(codes.filter((code) => code === 'TooManyAttempts')).toHaveLength(18);
  });

  it('Common: concurrent guesses for many accounts are counted for their address', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, (_, i) => admin('wrong', '192.0.2.1', `someone-${i}`)));
    expect(codes.filter((code) => code === 'AccessDenied')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TooManyAttempts')).toHaveLength(15);
  });

  it('Common: any number of concurrent right secrets is accepted', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => admin('admin-password', `198.51.100.${i}`).then((code) => code ?? 'made')),
    );
    expect(new Set(codes)).toEqual(new Set(['made']));
    expect(new Set(await Promise.all(Array.from({ length: 30 }, () => lookUp('key-for-all'))))).toEqual(new Set(['']));
  });

  it('Common: an IPv6 caller is identified by the first half of its address', async () => {
    for (let i = 0; i < 5; i += 1) await lookUp('wrong', `2001:db8:0:1::${i}`);
    expect(await lookUp('key-for-all', '2001:db8:0:1:ffff::')).toBe(wait(120));
    expect(await lookUp('key-for-all', '2001:db8:0:2::1')).toBe('');
  });

  it('Common: an IPv4 caller is the same with ::ffff:, however it is written', async () => {
    const spellings = [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '::FFFF:192.0.2.1',
      '::ffff:c000:201',
      '0:0:0:0:0:ffff:c000:0201',
    ];
    for (const address of spellings) await lookUp('wrong', address);
    expect(await lookUp('key-for-all', '::ffff:192.0.2.1')).toBe(wait(120));
    expect(await lookUp('key-for-all', '::ffff:192.0.2.2')).toBe('');
  });

  it('Common: X-Forwarded-For is ignored without a trusted proxy', async () => {
    for (let i = 0; i < 5; i += 1) await lookUp('wrong', '192.0.2.1', { 'X-Forwarded-For': `198.51.100.${i}` });
    expect(await lookUp('key-for-all', '192.0.2.1', { 'X-Forwarded-For': '198.51.100.9' })).toBe(wait(120));
  });

  it('Common: expired counts are swept', async () => {
    await lookUp('wrong');
    const count = async () => (await harness.service.state.db.selectFrom('guesses').selectAll().execute()).length;
    expect(await count()).toBe(1);
    harness.pass(120_000);
    await harness.service.sweep();
    expect(await count()).toBe(0);
  });
});

describe('rate limit of guesses over two processes on one folder', () => {
  const accountLimits: GuessLimits = { ...defaultGuessLimits, account: { failures: 10, within: 60 } };
  const account = { kind: 'account', id: '1001/admin' } as const;
  let first: Harness;
  let second: Harness;
  beforeEach(async () => {
    first = await startHarness({ guessLimits: accountLimits });
    second = await startHarness({ guessLimits: accountLimits, data: first.folder });
  });
  afterEach(async () => {
    await second.close();
    await first.close();
  });

  it('Common: of 40 guesses at one account that are sent at once, as many are looked at as the limit allows', async () => {
    let looked = 0;
    const guess = ({ service }: Harness) =>
      service.state.guard.guarded([account], async () => {
        looked += 1;
        await sleep(20);
        return undefined;
      });
    const guesses = Array.from({ length: 20 }, () => [guess(first), guess(second)]).flat();
    const refused = (await Promise.allSettled(guesses)).filter(({ status }) => status === 'rejected');
    expect(looked).toBe(10);
    expect(refused).toHaveLength(30);
    expect(await first.service.state.db.selectFrom('account_checks').selectAll().execute()).toEqual([]);
  });

  it('Common: right secrets that are sent at once are all accepted, more than the limit', async () => {
    const guards = [first, second].map(({ service }) => service.state.guard);
    const checks = Array.from({ length: 12 }, (_, i) => guards.map((guard) => guard.guarded([account], async () => i)));
    expect((await Promise.all(checks.flat())).sort()).toHaveLength(24);
  });

  it('Common: checks of a killed process occupy attempts for five minutes at most', async () => {
    const { db } = first.service.state;
    const left = Array.from({ length: 10 }, (_, i) => ({
      id: String(i),
      subject: 'account:1001/admin',
      began_at: first.now(),
    }));
    await db.insertInto('account_checks').values(left).execute();
    second.pass(300_000);
    expect(await second.service.state.guard.guarded([account], async () => 'right')).toBe('right');
    await second.service.sweep();
    expect(await db.selectFrom('account_checks').selectAll().execute()).toEqual([]);
  });
});

describe('rate limit of guesses behind a proxy', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ guessLimits: limits, trustProxy: true });
  });
  afterEach(() => harness.close());
  const lookUp = async (APIKey: string, forwarded: string) => {
    const client = harness.clientFrom('10.0.0.1', '1.2', { 'X-Forwarded-For': forwarded });
    return (await client.GetClientID({ APIKey, Parameters: { CompanyCode: 'OTHER' } })).ErrorMessage;
  };

  it('Common: with trustProxy the last address of X-Forwarded-For counts', async () => {
    for (let i = 0; i < 5; i += 1) await lookUp('wrong', `1.2.3.${i}, 198.51.100.1`);
    expect(await lookUp('key-for-all', '198.51.100.1')).toMatch(/^Too many/);
    expect(await lookUp('key-for-all', '198.51.100.1, 198.51.100.2')).toBe('');
  });

  it.each([
    ['198.51.100.1', (port: number) => `198.51.100.1:${port}`],
    ['2001:db8::1', (port: number) => `[2001:db8::1]:${port}`],
    ['[2001:db8::1]', (port: number) => `2001:db8::${port}`],
  ])('Common: with trustProxy %s is one address, with any port', async (plain, withPort) => {
    for (let i = 0; i < 5; i += 1) await lookUp('wrong', withPort(5000 + i));
    expect(await lookUp('key-for-all', withPort(6000))).toMatch(/^Too many/);
    expect(await lookUp('key-for-all', plain)).toMatch(/^Too many/);
    expect(await lookUp('key-for-all', '198.51.100.2:5000')).toBe('');
  });
});

describe('without limits', () => {
  it('Common: --no-rate-limit counts nothing', async () => {
    const harness = await startHarness();
    for (let i = 0; i < 60; i += 1) await harness.client.GetClientID({ APIKey: 'wrong' });
    expect(await harness.client.GetAPIURL({ APIKey: 'key-for-all', ClientId: 1001 })).toMatchObject({
      ErrorMessage: '',
    });
    expect(await harness.service.state.db.selectFrom('guesses').selectAll().execute()).toEqual([]);
    await harness.close();
  });
});
