import { describe, expect, it } from 'vitest';
import { GetClientID, validResponse } from '../../../test/support/runtime/sample-binding.ts';
import { clientOf, soapResponse } from '../../../test/support/runtime/test-client.ts';
import type { ClientOptions, ResponseDeviation } from './options.ts';
import { tolerant } from './tolerant.ts';

const deviating = validResponse.replace('<ClientID>', '<New>4711</New><ClientID>');

function clientFor(body: string, options: Omit<ClientOptions, 'transport'>) {
  return clientOf(() => soapResponse('1.1', body), options);
}

describe('onDeviation', () => {
  it('is told each difference of a response, with the operation, before the call ends', async () => {
    for (const reading of ['standard', tolerant] as const) {
      const found: ResponseDeviation[] = [];
      const client = clientFor(deviating, { reading, onDeviation: (deviation) => found.push(deviation) });
      const result = client.call(GetClientID, {}).finally(() => expect(found).toHaveLength(1));
      expect(await result).toMatchObject({ ClientID: 7 });
      const path = 'GetClientIDResponse/GetClientIDResult/New';
      expect(found).toEqual([
        { operation: 'GetClientID', kind: 'unknown-element', path, message: expect.stringContaining(`${path}: `) },
      ]);
      expect(JSON.stringify(found)).not.toContain('4711');
    }
  });

  it('of a call replaces that of the client', async () => {
    const called: string[] = [];
    const client = clientFor(deviating, { onDeviation: () => called.push('client') });
    await client.call(GetClientID, {}, { onDeviation: () => called.push('call') });
    await client.call(GetClientID, {});
    await client.call(GetClientID, {}, { onDeviation: undefined });
    expect(called).toEqual(['call', 'client', 'client']);
  });

  it('is not called for a response without differences, or without anybody who asks', async () => {
    const client = clientFor(validResponse, { reading: tolerant, onDeviation: () => expect.unreachable() });
    expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    expect(await clientFor(deviating, {}).call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  });

  it('ends the call with its error', async () => {
    const refused = new Error('Not with us.');
    const throwing = (): never => {
      throw refused;
    };
    await expect(clientFor(deviating, { onDeviation: throwing }).call(GetClientID, {})).rejects.toBe(refused);
  });

  it('is called for responses that interceptors see, too', async () => {
    const found: string[] = [];
    const client = clientFor(deviating, {
      interceptors: [(next) => (call) => next({ ...call, headerBlocks: [] })],
      onDeviation: ({ kind }) => found.push(kind),
    });
    await client.call(GetClientID, {});
    expect(found).toEqual(['unknown-element']);
  });
});

it('reading is one of three', () => {
  const wrong = { reading: 'tolerant' } as unknown as ClientOptions;
  expect(() => clientFor(validResponse, wrong)).toThrow(/reading is .*, not "tolerant"/);
});
