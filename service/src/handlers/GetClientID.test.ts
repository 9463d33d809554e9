import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';

describe('GetClientID', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const ask = (APIKey: string | undefined, CompanyCode: string | undefined) =>
    harness.client.GetClientID({ APIKey, Parameters: { CompanyCode } });

  it('GetClientID: finds the tenant of a company code, without regard to case and normal form', async () => {
    const found = { ErrorMessage: '', ClientID: 1001 };
    expect(await ask('key-for-all', 'Straße')).toEqual(found);
    expect(await ask('key-for-all', 'STRASSE')).toEqual(found);
    expect(await ask('key-for-all', 'stra\u00DFe')).toEqual(found);
    expect(await ask('key-for-all', 'other')).toEqual({ ErrorMessage: '', ClientID: 2_147_483_647 });
  });

  it('GetClientID: an unknown or missing company code is an ErrorMessage, and ClientID is 0', async () => {
    expect(await ask('key-for-all', 'NONE')).toEqual({ ErrorMessage: 'No company has this CompanyCode.', ClientID: 0 });
    expect(await ask('key-for-all', undefined)).toEqual({ ErrorMessage: 'CompanyCode is missing.', ClientID: 0 });
    const { ErrorMessage } = await harness.client.GetClientID({ APIKey: 'key-for-all' });
    expect(ErrorMessage).toBe('CompanyCode is missing.');
  });

  it('GetClientID: a key of one tenant sees only that tenant', async () => {
    expect(await ask('key-of-1001', 'strasse')).toEqual({ ErrorMessage: '', ClientID: 1001 });
    expect(await ask('key-of-other', 'strasse')).toEqual(await ask('key-of-other', 'NONE'));
  });

  it('Common: missing, empty, unknown and revoked API keys get the same ErrorMessage, with HTTP 200', async () => {
    const rejected = { ErrorMessage: 'The API key is not valid.', ClientID: 0 };
    for (const key of [undefined, '', 'unknown', 'key-revoked', 'folder-anna-in', 'PROMO-OPEN', 'KEY-FOR-ALL']) {
      expect(await ask(key, 'OTHER')).toEqual(rejected);
    }
  });

  it('Common: both SOAP versions get the same response', async () => {
    const request = { APIKey: 'key-for-all', Parameters: { CompanyCode: 'OTHER' } };
    const old = await harness.clientFrom('192.0.2.1', '1.1').GetClientID(request);
    expect(old).toEqual(await harness.clientFrom('192.0.2.1', '1.2').GetClientID(request));
  });

  it('Common: no key is in the log', () => {
    expect(harness.log.length).toBeGreaterThan(5);
    expect(harness.log.join('')).not.toMatch(/key-for-all|key-revoked|key-of-/);
  });
});
