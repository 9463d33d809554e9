import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';

describe('GetAPIURL', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const ask = (APIKey: string, ClientId: number) => harness.client.GetAPIURL({ APIKey, ClientId });

  it("GetAPIURL: returns the address of the tenant's site", async () => {
    const response = { ErrorMessage: '', APIURL: 'https://other.example/api' };
    expect(await ask('key-for-all', 2_147_483_647)).toEqual(response);
    expect(await ask('key-of-other', 2_147_483_647)).toEqual(response);
  });

  it('GetAPIURL: returns the address of this service for a tenant without its own site', async () => {
    const { APIURL } = await ask('key-for-all', 1001);
    expect(APIURL).toBe('http://service.example/v2/fileservice.asmx');
  });

  it("GetAPIURL: an unknown ClientId and another tenant's get the same message with a key of one tenant", async () => {
    const rejected = { ErrorMessage: 'No client has this ClientId.', APIURL: undefined };
    for (const [key, clientId] of [
      ['key-for-all', 0],
      ['key-for-all', -2_147_483_648],
      ['key-of-1001', 2_147_483_647],
      ['key-of-1001', 7],
    ] as const) {
      expect(await ask(key, clientId)).toEqual(rejected);
    }
  });

  it('Common: a wrong API key is an ErrorMessage, and the rest is absent', async () => {
    expect(await ask('wrong', 1001)).toEqual({ ErrorMessage: 'The API key is not valid.', APIURL: undefined });
  });
});
