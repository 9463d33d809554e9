import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/harness.ts';

describe('the four identity operations', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const none = 'The tenant of this e-mail address has no identity provider.';
  const wrongKey = 'The API key is not valid.';
  const noUrl = { LoginURL: undefined, SSOType: undefined, ClientID: undefined, UserName: undefined };
  const noToken = { Token: undefined, ClientEncryptedPassword: undefined };

  it('SSOLoginURL, SSOLoginWebURL: the same ErrorMessage for the domain of a tenant and for an unknown one', async () => {
    for (const EmailAddress of ['anna@demo.example', 'x@unknown.example']) {
      const request = { APIKey: 'key-for-all', EmailAddress };
      expect(await harness.client.SSOLoginURL(request)).toEqual({ ErrorMessage: none, ...noUrl });
      expect(await harness.client.SSOLoginWebURL(request)).toEqual({ ErrorMessage: none, ...noUrl });
    }
  });

  it('SSOLoginURL, SSOLoginWebURL: the API key is checked first, then the e-mail address', async () => {
    for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
      const ask = (APIKey: string, EmailAddress: string | undefined) =>
        harness.client[operation]({ APIKey, EmailAddress });
      expect((await ask('wrong', 'nonsense')).ErrorMessage).toBe(wrongKey);
      expect((await ask('key-for-all', 'nonsense')).ErrorMessage).toBe('EmailAddress is not an e-mail address.');
      expect((await ask('key-for-all', undefined)).ErrorMessage).toBe('EmailAddress is missing.');
    }
  });

  it('SAMLAccountLogin: no tenant has an identity provider', async () => {
    const ask = (APIKey: string) =>
      harness.client.SAMLAccountLogin({ APIKey, EmailAddress: 'anna@demo.example', SAMLToken: 'PFJlc3BvbnNlLz4=' });
    expect(await ask('key-for-all')).toEqual({ ErrorMessage: none, ...noToken });
    expect(await ask('wrong')).toEqual({ ErrorMessage: wrongKey, ...noToken });
  });

  it('ExternalOAuthAccountLogin: no tenant has an identity provider', async () => {
    const ask = (APIKey: string) =>
      harness.client.ExternalOAuthAccountLogin({
        APIKey,
        EmailAddress: 'anna@demo.example',
        ExternalOAuthCode: 'code=secret-code&state=x',
        ApplicationType: 1,
      });
    expect(await ask('key-for-all')).toEqual({ ErrorMessage: none, ...noToken });
    expect(await ask('wrong')).toEqual({ ErrorMessage: wrongKey, ...noToken });
    expect(harness.log.join('')).not.toContain('secret-code');
  });
});
