import { describe, expect, it } from 'vitest';
import { Rejection } from '../../common/rejection.ts';
import { readExternalCode } from './sign-in-by-code.ts';

describe('codeGiven', () => {
  const redirect = 'https://app.example/cb';
  const read = (text: string | undefined, redirectUri = redirect) => {
    const { parameters, state } = readExternalCode(text, redirectUri);
    return { ...Object.fromEntries(parameters), state };
  };

  it('ExternalOAuthAccountLogin: accepts a query, with ? or without, and the complete redirect address', () => {
    const wanted = { code: 'a b/c', state: 's', iss: 'https://i.example' };
    const query = 'code=a%20b%2Fc&state=s&iss=https%3A%2F%2Fi.example';
    for (const text of [query, `?${query}`, `${redirect}?${query}`, `${redirect}?${query}#_=_`]) {
      expect(read(text)).toEqual(wanted);
    }
    expect(read(`${redirect}?x=1&${query}`, `${redirect}?x=1`)).toEqual(wanted);
    expect(read(`app.example:/cb?${query}`, 'app.example:/cb')).toEqual(wanted);
    expect(read('error=access_denied&state=s')).toEqual({ error: 'access_denied', state: 's' });
  });

  it('ExternalOAuthAccountLogin: accepts anything else as a bare code', () => {
    for (const code of ['abc', '4/0Ab_c-d%2F==', 'M.C5!*$$', 'xcode=1', 'a+b', 'a:b']) {
      expect(read(code)).toEqual({ code, state: undefined });
    }
  });

  it.each([
    [undefined, 'ExternalOAuthCode is missing.'],
    ['', 'ExternalOAuthCode is missing.'],
    ['x'.repeat(16_385), 'ExternalOAuthCode has more than 16384 characters.'],
    ['a b', 'ExternalOAuthCode is neither a code nor a query.'],
    ['a\u0000', 'ExternalOAuthCode is neither a code nor a query.'],
    ['code', ''],
    ['state=s', 'ExternalOAuthCode has no code.'],
    ['?', 'ExternalOAuthCode has no code.'],
    ['code=&state=s', 'ExternalOAuthCode has no code.'],
    ['code=a&code=b', 'ExternalOAuthCode has more than one code.'],
    ['code=a&state=s&state=t', 'ExternalOAuthCode has more than one state.'],
    [
      'https://evil.example/cb?code=a',
      'ExternalOAuthCode is not a URL of the redirect address of this ApplicationType.',
    ],
    [`${redirect}x?code=a`, 'ExternalOAuthCode is not a URL of the redirect address of this ApplicationType.'],
    [`${redirect}/../cb?code=a`, 'ExternalOAuthCode is not a URL of the redirect address of this ApplicationType.'],
  ])('ExternalOAuthAccountLogin: %j gets %j', (text, message) => {
    if (message === '') return expect(read(text)).toEqual({ code: text, state: undefined });
    expect(() => readExternalCode(text, redirect)).toThrow(new Rejection('InvalidValue', message));
  });
});
