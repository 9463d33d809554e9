import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rejection } from '../common/rejection.ts';
import { domainName, emailAddress, fold, storedStrictForm, userName } from './account-names.ts';
import { entryName, folderPath, nameProblem } from './entry-paths.ts';

describe('names of files and folders', () => {
  it('Common: NFC, 1 to 255 bytes of UTF-8, no / and \\, no control characters, not . or ..', () => {
    for (const name of ['a', '...', ' a ', '.hidden', '🦊', 'שלום', `${'é'.repeat(127)}x`]) {
      expect(entryName(name, 'Name')).toBe(name);
    }
    expect(entryName('e\u0301', 'Name')).toBe('\u00E9');
    for (const name of ['', '.', '..', 'a/b', '\\', 'a\u0000', '\u007F', '\u0085', '\uD800', 'é'.repeat(128)]) {
      expect(() => entryName(name, 'Name')).toThrow(Rejection);
    }
  });

  it('Common: bytes are counted after normalisation', () => {
    expect(entryName('e\u0301'.repeat(127), 'Name')).toBe('\u00E9'.repeat(127));
    expect(nameProblem('é'.repeat(128))).toContain('256 bytes');
  });

  it('Common: an accepted name never leads out of its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let name: string;
        try {
          name = entryName(text, 'Name');
        } catch {
          return;
        }
        expect(name).toBe(name.normalize('NFC'));
        expect(new URL(`file:///folder/${encodeURIComponent(name)}`).pathname).toMatch(/^\/folder\/[^/]+$/);
      }),
    );
  });
});

describe('paths', () => {
  it('Common: are absolute, and start with a UserName', () => {
    expect(folderPath('/anna')).toEqual({ userName: 'anna', folders: [] });
    expect(folderPath('/anna/')).toEqual({ userName: 'anna', folders: [] });
    expect(folderPath('/anna/in/ne\u0301w')).toEqual({ userName: 'anna', folders: ['in', 'n\u00E9w'] });
  });

  it('Common: never leave their account', () => {
    for (const path of [
      undefined,
      '',
      '/',
      '//',
      'anna',
      './anna',
      '/anna//x',
      '/anna/..',
      '/anna/./x',
      '/a\\b/c\\d',
      `/a${'/b'.repeat(1001)}`,
    ]) {
      expect(() => folderPath(path)).toThrow(Rejection);
    }
  });
});

describe('e-mail addresses', () => {
  it('are compared without regard to case', () => {
    expect(emailAddress('Anna.B@XN--Bcher-kva.Example')).toEqual({
      text: 'Anna.B@XN--Bcher-kva.Example',
      folded: 'anna.b@xn--bcher-kva.example',
      strict: 'anna.b@xn--bcher-kva.example',
      domain: 'xn--bcher-kva.example',
    });
    expect(emailAddress('a+b@x.example').folded).toBe('a+b@x.example');
  });

  it('are distinguished strictly where folding would merge two letters', () => {
    for (const [one, other] of [
      ['straße', 'strasse'],
      ['soﬁa', 'sofia'],
      ['admın', 'admin'],
      ['ſam', 'sam'],
    ]) {
      const [a, b] = [emailAddress(`${one}@b.example`), emailAddress(`${other}@b.example`)];
      expect([a.folded, a.strict]).toEqual([b.folded, `${one}@b.example`]);
      expect(a.strict).not.toBe(b.strict);
    }
    expect(emailAddress('JOSE\u0301@B.example').strict).toBe(emailAddress('josé@b.example').strict);
  });

  it('are rejected if invalid', () => {
    for (const text of [
      undefined,
      '',
      '@',
      'a@',
      '@b.example',
      'a@b',
      'a@@b.example',
      'a b@c.example',
      'a@b c.example',
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a@-b.example',
      'a@[1.2.3.4]',
      'a@1.2.3.4',
      'a@b.example/',
      '"a"@b.example',
      'a\n@b.example',
      `a@${'b'.repeat(64)}.example`,
      `a@${'b.'.repeat(130)}example`,
    ]) {
      expect(() => emailAddress(text), String(text)).toThrow(Rejection);
    }
  });

  it('hide no ASCII character in the local part', () => {
    // The Kelvin sign, and the Greek question mark, which is a semicolon.
    for (const local of ['\u212aarl', 'a\u037eb']) expect(() => emailAddress(`${local}@b.example`)).toThrow(Rejection);
    expect(emailAddress('\u0130pek@b.example').strict).toBe('i\u0307pek@b.example');
  });

  it('have the strict form that older addresses had', () => {
    expect(storedStrictForm('Anna@Bücher.example', 'anna@xn--bcher-kva.example')).toBe('anna@xn--bcher-kva.example');
  });

  it('accept domains in ASCII only, and no addresses', () => {
    expect(domainName('XN--E1afmkfd.example')).toBe('xn--e1afmkfd.example');
    expect(domainName('ПРИМЕР.example')).toBeUndefined();
    expect(domainName('example')).toBeUndefined();
    expect(domainName('10.0.0.1')).toBeUndefined();
  });
});

describe('UserNames', () => {
  it('have 1 to 64 characters and no /, and are compared without regard to case', () => {
    expect(userName('Großmann')).toEqual({ text: 'Großmann', folded: 'grossmann' });
    expect(userName('🦊'.repeat(64)).text).toHaveLength(128);
    for (const name of [undefined, '', 'x'.repeat(65), 'a/b', 'a\\b', '.', '..', ' a', 'a ', 'a\tb']) {
      expect(() => userName(name), String(name)).toThrow(Rejection);
    }
  });

  it('fold every character to the same from every case', () => {
    const apart: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = String.fromCodePoint(code);
      const folded = fold(text);
      const others = [fold(folded), fold(text.toUpperCase()), fold(text.toLowerCase()), fold(text.normalize('NFD'))];
      if (others.some((other) => other !== folded)) apart.push(text);
    }
    expect(apart).toEqual([]);
    expect(fold('STRAẞE')).toBe(fold('straße'));
  });

  it('fold to the same from every case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(fold(text.toUpperCase())).toBe(folded);
        expect(fold(text.normalize('NFD'))).toBe(folded);
      }),
    );
  });
});
