import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';

describe('the four identity operations, without an identity provider', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const emailAddresses = ['anna@demo.example', 'x@unknown.example', 'nobody@free.example'];
  const ask = (APIKey: string, EmailAddress: string) => [
    harness.client.SSOLoginURL({ APIKey, EmailAddress }),
    harness.client.SSOLoginWebURL({ APIKey, EmailAddress }),
    harness.client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken: 'PFJlc3BvbnNlLz4=' }),
    harness.client.ExternalOAuthAccountLogin({
      ...{ APIKey, EmailAddress },
      ...{ ExternalOAuthCode: 'code=secret-code&state=x', ApplicationType: 1 },
    }),
  ];
  const messages = async (APIKey: string, EmailAddress: string) =>
    new Set((await Promise.all(ask(APIKey, EmailAddress))).map(({ ErrorMessage }) => ErrorMessage));

  it('Common: one ErrorMessage for the domain of a tenant without one and for an unknown domain', async () => {
    for (const email of emailAddresses) {
      expect(await messages('key-for-all', email)).toEqual(
        new Set(['The tenant of this e-mail address has no identity provider.']),
      );
    }
  });

  it('Common: all fields except ErrorMessage are absent then', async () => {
    for (const response of await Promise.all(ask('key-for-all', 'anna@demo.example'))) {
      expect(Object.entries(response).filter(([, value]) => value !== undefined)).toEqual([
        ['ErrorMessage', 'The tenant of this e-mail address has no identity provider.'],
      ]);
    }
  });

  it('Common: the API key is checked first, and missing, unknown and revoked ones get one ErrorMessage', async () => {
    for (const key of ['', 'wrong', 'key-revoked']) {
      for (const email of [...emailAddresses, 'nonsense', '']) {
        expect(await messages(key, email)).toEqual(new Set(['The API key is not valid.']));
      }
    }
  });

  it('Common: no code is in the log', () => {
    expect(harness.log.join('')).not.toContain('secret-code');
  });
});
