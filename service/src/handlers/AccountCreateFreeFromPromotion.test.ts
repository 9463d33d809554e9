import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';

describe('AccountCreateFreeFromPromotion', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.close());

  const wanted = {
    API_KEY: 'key-for-all',
    PromoCode: 'PROMO-OPEN',
    EmailAddress: 'Carla@Free.Example',
    UserName: 'Carla Ø',
    Password: 'pässword',
  };
  const create = (changed: Partial<typeof wanted> = {}) =>
    harness.client.AccountCreateFreeFromPromotion({ ...wanted, ...changed });
  const account = () =>
    harness.service.state.db
      .selectFrom('accounts')
      .selectAll()
      .where('email_folded', '=', 'carla@free.example')
      .executeTakeFirst();
  const redeemed = async (name: string) => {
    const { db } = harness.service.state;
    return (await db.selectFrom('promotions').select('redeemed').where('name', '=', name).executeTakeFirst())?.redeemed;
  };

  it('AccountCreate: creates an account without a tenant, with its root folder and a scrypt hash', async () => {
    expect(await create()).toEqual({ ErrorMessage: '', Result: true });
    const created = await account();
    expect(created).toMatchObject({ client_id: null, email: 'Carla@Free.Example', user_name: 'Carla Ø' });
    expect(created?.password_hash).toMatch(/^scrypt\$/);
    expect(await harness.service.state.passwords.verify('pässword', created?.password_hash)).toBe(true);
    const { db } = harness.service.state;
    const entries = await db
      .selectFrom('entries')
      .selectAll()
      .where('account_id', '=', created?.id ?? '')
      .execute();
    expect(entries).toMatchObject([{ name: '', kind: 'folder', parent_id: null }]);
    const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'account.created').execute();
    expect(log).toMatchObject([{ actor: 'api-key:all', subject: `account:${created?.id}` }]);
  });

  it('AccountCreate: the account belongs to the tenant of the promotion', async () => {
    expect(await create({ PromoCode: 'PROMO-1001' })).toEqual({ ErrorMessage: '', Result: true });
    expect((await account())?.client_id).toBe(1001);
  });

  it("AccountCreate: codes that are missing, unknown, early, late or another tenant's get the same ErrorMessage", async () => {
    const rejected = { ErrorMessage: 'The promotion code is not valid, or is used up.', Result: false };
    for (const PromoCode of ['', 'UNKNOWN', 'PROMO-EARLY', 'PROMO-LATE', 'promo-open', 'key-for-all']) {
      expect(await create({ PromoCode })).toEqual(rejected);
    }
    expect(await create({ API_KEY: 'key-of-1001', PromoCode: 'PROMO-OTHER' })).toEqual(rejected);
    expect(await harness.client.AccountCreateFreeFromPromotion({ API_KEY: 'key-for-all' })).toEqual(rejected);
    expect(await account()).toBeUndefined();
  });

  it('AccountCreate: of 100 callers for the last place exactly one succeeds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        create({ PromoCode: 'PROMO-LAST', EmailAddress: `c${i}@free.example`, UserName: `c${i}` }),
      ),
    );
    expect(responses.filter(({ Result }) => Result)).toHaveLength(1);
    expect(await redeemed('last')).toBe(1);
    const { db } = harness.service.state;
    expect(await db.selectFrom('accounts').select('id').where('user_name', 'like', 'c%').execute()).toHaveLength(1);
  });

  it('AccountCreate: of 20 callers for one UserName exactly one succeeds, and only one place is taken', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create({ EmailAddress: `c${i}@free.example` })),
    );
    expect(responses.filter(({ Result }) => Result)).toHaveLength(1);
    expect(await redeemed('open')).toBe(1);
  });

  it('AccountCreate: e-mail and UserName must be new, without regard to case; no place is taken', async () => {
    expect(await create({ EmailAddress: 'ANNA@demo.EXAMPLE' })).toEqual({
      ErrorMessage: 'Another account has this EmailAddress.',
      Result: false,
    });
    expect((await create({ UserName: 'ANNA' })).ErrorMessage).toBe('Another account has this UserName.');
    expect(await redeemed('open')).toBe(0);
  });

  it('AccountCreate: e-mail, UserName and password must be valid', async () => {
    for (const EmailAddress of [
      '',
      'x',
      '@free.example',
      'a b@free.example',
      'a@b',
      'a@1.2.3.4',
      `${'a'.repeat(65)}@b.example`,
    ]) {
      expect((await create({ EmailAddress })).ErrorMessage).toMatch(/^EmailAddress is /);
    }
    for (const UserName of ['', 'a/b', 'a\\b', '..', ' a', 'x'.repeat(65), 'a\tb']) {
      expect((await create({ UserName })).ErrorMessage).toMatch(/^UserName /);
    }
    expect((await create({ UserName: '🦊'.repeat(64) })).Result).toBe(true);
    expect((await create({ Password: '1234567' })).ErrorMessage).toBe('Password must have 8 characters or more.');
    // Characters count, in the normal form that is hashed: not UTF-16 units, not accents written apart.
    for (const Password of ['🦊'.repeat(7), 'e\u0301'.repeat(7)]) {
      expect((await create({ Password })).ErrorMessage).toBe('Password must have 8 characters or more.');
    }
    expect((await create({ Password: '\u{1D160}'.repeat(256) })).ErrorMessage).toBe(
      'Password has more than 1024 bytes.',
    );
    expect(await redeemed('open')).toBe(1);
  });

  it('Common: no password and no code is in the log', async () => {
    await create({ Password: 'secret-password', PromoCode: 'PROMO-secret' });
    await create({ Password: 'secret-password' });
    expect(harness.log.join('')).not.toMatch(/secret|PROMO|key-for-all/);
  });
});
