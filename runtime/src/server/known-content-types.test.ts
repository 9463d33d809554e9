import { expect, it } from 'vitest';
import { knownContentType } from './known-content-types.ts';

it('T2: each of many different headers is parsed, again too', () => {
  const headers = Array.from({ length: 1_000 }, (_, number) => `application/soap+xml; action=urn:a${number}`);
  for (let time = 0; time < 2; time++) {
    for (const [number, header] of headers.entries()) {
      expect(knownContentType(header)).toEqual({
        mediaType: 'application/soap+xml',
        charset: undefined,
        action: `urn:a${number}`,
      });
    }
  }
  expect(knownContentType('text/xml; charset=a; charset=b')).toBeUndefined();
});
