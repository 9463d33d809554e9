import { describe, expect, it } from 'vitest';
import { GetClientID } from '../../../test/support/runtime/sample-binding.ts';
import { clientOf, response, soapResponse } from '../../../test/support/runtime/test-client.ts';
import { retryAfterOf } from './http-headers.ts';

describe('Retry-After', () => {
  it('is a number of seconds, or a date by the clock of the server', () => {
    const at = (value: string, ...more: string[]): number | undefined => retryAfterOf(['RETRY-after', value, ...more]);
    expect([at('0'), at(' 3 '), at('120')]).toEqual([0, 3_000, 120_000]);
    const clock = ['Date', 'Tue, 15 Nov 1994 08:12:31 GMT'];
    expect(at('Tue, 15 Nov 1994 08:12:41 GMT', ...clock)).toBe(10_000);
    expect(at('Tuesday, 15-Nov-94 08:12:41 GMT', ...clock)).toBe(10_000);
    expect(at('Tue Nov 15 08:12:41 1994 GMT', ...clock)).toBe(10_000);
    expect(at('Tue, 15 Nov 1994 08:12:21 GMT', ...clock)).toBe(0);
    const soon = at(new Date(Date.now() + 60_000).toUTCString()) ?? 0;
    expect(soon > 55_000 && soon <= 60_000).toBe(true);
    for (const wrong of ['', '-1', '1.5', '3s', 'soon', '2020-01-01', '99999999999', 'Tue, nonsense']) {
      expect(at(wrong), wrong).toBeUndefined();
    }
    expect(retryAfterOf([])).toBeUndefined();
  });

  it('C5: is a property of the error', async () => {
    const busy = clientOf(() => response(503, { 'Retry-After': '3' }, 'busy'));
    await expect(busy.call(GetClientID, {})).rejects.toMatchObject({
      code: 'unavailable',
      httpStatus: 503,
      retryAfter: 3_000,
    });
    const moved = clientOf(() => response(301, { 'Retry-After': '3' }, ''));
    await expect(moved.call(GetClientID, {})).rejects.toMatchObject({ code: 'redirected', retryAfter: 3_000 });
    const fault = '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>busy</faultstring></soap:Fault>';
    const { status, headers, body } = soapResponse('1.1', fault, 503);
    const faulting = clientOf(() => ({ status, headers: [...headers, 'retry-after', '1'], body }));
    await expect(faulting.call(GetClientID, {})).rejects.toMatchObject({ name: 'SoapFault', retryAfter: 1_000 });
    const plain = clientOf(() => response(503, {}, 'busy'));
    await expect(plain.call(GetClientID, {})).rejects.toMatchObject({ retryAfter: undefined });
  });
});
