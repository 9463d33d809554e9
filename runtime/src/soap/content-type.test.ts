import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { type ContentType, parseContentType } from './content-type.ts';

const parsed = (mediaType: string, charset?: string, action?: string): ContentType => ({ mediaType, charset, action });

describe('parseContentType', () => {
  it.each([
    ['text/xml; charset=utf-8', parsed('text/xml', 'utf-8')],
    ['TEXT/XML;CHARSET="UTF-8"', parsed('text/xml', 'utf-8')],
    ['application/soap+xml;action="urn:a;b=\\"c"', parsed('application/soap+xml', undefined, 'urn:a;b="c')],
    ['application/soap+xml; charset=utf-8;action=urn:x/y?z=1', parsed('application/soap+xml', 'utf-8', 'urn:x/y?z=1')],
    ['application/soap+xml ; action = "" ; charset = utf-8 ;', parsed('application/soap+xml', 'utf-8', '')],
    ['text/xml; boundary=a; charset=utf-16; start="<b>"', parsed('text/xml', 'utf-16')],
    [' text/xml\t', parsed('text/xml')],
  ])('T2: %s', (header, expected) => {
    expect(parseContentType(header)).toEqual(expected);
  });

  it.each([
    '',
    'text',
    'text/',
    '/xml',
    'text/xml, text/xml',
    'text/xml; charset="utf-8',
    'text/xml; charset',
    'text/xml x',
  ])('T2: %s is not a content type', (header) => {
    expect(parseContentType(header)).toBeUndefined();
  });

  it('T2: a relevant parameter that is repeated is ambiguous', () => {
    expect(parseContentType('text/xml; charset=utf-8; charset=utf-16')).toBeUndefined();
    expect(parseContentType('application/soap+xml; action=a; action=b')).toBeUndefined();
  });

  it('T2: order and quoting do not matter', () => {
    const space = fc.constantFrom('', ' ', '\t', '  ');
    const action = fc.stringMatching(/^[a-z:/.#]{1,20}$/);
    fc.assert(
      fc.property(space, space, action, fc.boolean(), fc.boolean(), (before, after, value, quoted, reversed) => {
        const parameters = [`charset=${quoted ? '"utf-8"' : 'utf-8'}`, `action=${quoted ? `"${value}"` : value}`];
        if (reversed) parameters.reverse();
        const header = `application/soap+xml${parameters.map((parameter) => `${before};${after}${parameter}`).join('')}`;
        expect(parseContentType(header)).toEqual(parsed('application/soap+xml', 'utf-8', value));
      }),
    );
  });

  it('takes time linear in a hostile header', () => {
    const time = cpuMilliseconds(() => {
      for (const piece of [' ', ';', '; ', '"', '\\"', '; a="', ';a=b '])
        parseContentType(`text/xml${piece.repeat(160_000)}x"`);
    });
    // Quadratic time would be hundreds of times as long.
    expect(time).toBeLessThan(5_000);
  });
});
