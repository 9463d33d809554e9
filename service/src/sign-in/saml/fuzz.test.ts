import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  assertionXml,
  makeKey,
  providerWith,
  responseXml,
  signed,
  type TokenFields,
  tokenFields,
} from '../../../../test/support/service/saml-provider.ts';
import { Rejection } from '../../common/rejection.ts';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { readToken } from './read-token.ts';

/** How many mutations are tried of each token. */
const runs = Number(process.env.RFS_FUZZ ?? 150);
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** One change: bytes at a place become others. Places are shares of the length, so that they fit any token. */
interface Change {
  readonly at: number;
  readonly drop: number;
  readonly add: Uint8Array | string | { readonly from: number; readonly length: number };
}

describe('SAML fuzzing', () => {
  let provider: SamlProvider;
  let tokens: readonly Buffer[];
  /** Pieces of other tokens to insert anywhere, including signed ones of other subjects. */
  let pieces: readonly Buffer[];
  beforeAll(async () => {
    const [key, other] = await Promise.all([makeKey('ec'), makeKey('ec')]);
    provider = providerWith(key);
    const whole = (changed: Partial<TokenFields> = {}) => responseXml(tokenFields(now, changed));
    const both = signed(signed(whole(), 'Assertion', { key }), 'Response', { key });
    const alone = signed(assertionXml(tokenFields(now)), 'Assertion', { key });
    tokens = [both, alone].map((xml) => Buffer.from(xml));
    const forged = signed(assertionXml(tokenFields(now, { email: 'carl@demo.example' })), 'Assertion', { key: other });
    const names = [
      'carl@demo.example',
      '<saml:NameID>carl@demo.example</saml:NameID>',
      '<!---->',
      '&#10;',
      '<![CDATA[',
      ']]>',
    ];
    const elements = alone.match(/<([\w:]+)[ >](?:(?!<\1).)*<\/\1>|<[^>]+>/gs) ?? [];
    pieces = [forged, forged.replace(/<ds:Signature.*<\/ds:Signature>/s, ''), alone, ...names, ...elements].map((xml) =>
      Buffer.from(xml),
    );
  });

  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const change = (): fc.Arbitrary<Change> =>
    fc.record({
      at: place,
      drop: fc.oneof(fc.nat(3), fc.nat(60), fc.nat(3000)),
      add: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.string({ unit: fc.constantFrom(...'<>/="\'&#;:! \n?[]-abxIDimlns0'), maxLength: 12 }),
        fc.nat().map((index) => pieces[index % pieces.length] ?? Buffer.alloc(0)),
        // What stood elsewhere in the token itself.
        fc.record({ from: place, length: fc.nat(2000) }),
      ),
    });

  function mutated(token: Buffer, changes: readonly Change[]): Buffer {
    return changes.reduce((bytes, { at, drop, add }) => {
      const start = Math.floor(at * bytes.length);
      const own = (from: number, length: number) => bytes.subarray(Math.floor(from * bytes.length)).subarray(0, length);
      const piece = typeof add === 'object' && 'from' in add ? own(add.from, add.length) : Buffer.from(add);
      return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start + drop)]);
    }, token);
  }

  const outcome = (token: string): string => {
    try {
      return readToken(provider, token, now).name;
    } catch (error) {
      if (error instanceof Rejection && error.code === 'SignInRefused') return 'refused';
      throw error;
    }
  };

  it('SAML: a modified token never identifies another subject, and throws only rejections', () => {
    for (const token of tokens) {
      expect(outcome(token.toString('base64'))).toBe('anna@demo.example');
      fc.assert(
        fc.property(fc.array(change(), { minLength: 1, maxLength: 4 }), (changes) => {
          expect(['refused', 'anna@demo.example']).toContain(outcome(mutated(token, changes).toString('base64')));
        }),
        { numRuns: runs },
      );
    }
  });

  it('SAML: a change in its base64 is a rejection, or has no effect', () => {
    for (const token of tokens) {
      const text = token.toString('base64');
      fc.assert(
        fc.property(fc.nat(text.length), fc.nat(8), fc.string({ maxLength: 8 }), (at, drop, add) => {
          expect(['refused', 'anna@demo.example']).toContain(outcome(text.slice(0, at) + add + text.slice(at + drop)));
        }),
        { numRuns: runs },
      );
    }
  });

  it('SAML: any bytes and any text are rejected', () => {
    const xml = fc.string({
      unit: fc.constantFrom('<', '>', '/', 'a', ':', '=', '"', ' ', '&', ';', 'xmlns'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.string(), (text) => outcome(text) === 'refused'),
      { numRuns: runs },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          xml.map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          expect(outcome(Buffer.from(bytes).toString('base64'))).toBe('refused');
        },
      ),
      { numRuns: runs },
    );
  });
});
