import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type Content, contentOf, keepContent, knownByDigest, textOf } from './content.ts';
import { Spool } from './spool.ts';
import { digestOf, digestOfBytes } from './text.ts';

function kept(pieces: readonly string[], spool: Spool = new Spool()): Content {
  return keepContent({ pieces, around: () => ['head\n', 'tail\n'] }, spool);
}

it('is the same wherever it lies and however it comes', () => {
  const piece = 'Grüße, 😀\n'.repeat(1000);
  const pieces = Array.from({ length: 300 }, () => piece);
  const text = `head\n${pieces.join('')}tail\n`;
  for (const spool of [new Spool(), new Spool(2 ** 20), new Spool(0)]) {
    const content = kept(pieces, spool);
    expect([...content.bytes()].length).toBeGreaterThan(1);
    expect(textOf(content)).toBe(text);
    expect(textOf(content)).toBe(text);
    expect(content.digest).toBe(contentOf(text).digest);
    expect(textOf(kept([], spool))).toBe('head\ntail\n');
    spool.close();
  }
  expect(kept([]).digest).toBe(digestOf('head\ntail\n'));
});

it('leaves nothing among the temporary files, and is gone with its spool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-spool-'));
  vi.stubEnv('TMPDIR', folder);
  const spool = new Spool(0);
  const content = kept(['x']);
  const spooled = kept(['x'], spool);
  vi.unstubAllEnvs();
  expect(textOf(spooled)).toBe('head\nxtail\n');
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
  spool.close();
  expect(textOf(content)).toBe('head\nxtail\n');
  expect(() => textOf(spooled)).toThrow('closed');
});

it('stays in memory where there is no room elsewhere', () => {
  vi.stubEnv('TMPDIR', join(tmpdir(), 'soapwright-no-such-folder'));
  const spool = new Spool(0);
  expect(textOf(kept(['x'], spool))).toBe('head\nxtail\n');
  vi.unstubAllEnvs();
  spool.close();
});

it('has the digest of what is there, whatever a checkout made of it', () => {
  const { digest } = contentOf('a\nb\n');
  for (const text of ['a\nb\n', 'a\r\nb\r\n', '\uFEFFa\nb\n', '\uFEFFa\r\nb\n']) {
    expect(digestOfBytes(Buffer.from(text))).toBe(digest);
    expect(digestOf(text)).toBe(digest);
  }
  for (const text of ['a\rb\n', 'a\nb', '\na\nb\n']) expect(digestOfBytes(Buffer.from(text))).not.toBe(digest);
});

it('cannot be written where its digest alone is known', () => {
  const known = knownByDigest('0');
  expect(known.digest).toBe('0');
  expect(() => textOf(known)).toThrow('the digest alone');
});
