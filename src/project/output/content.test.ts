import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  type Content,
  ContentStore,
  contentOf,
  contentText,
  digestOf,
  digestOfBytes,
  digestOnly,
  storeContent,
} from './content.ts';

function stored(pieces: readonly string[], store: ContentStore = new ContentStore()): Content {
  return storeContent({ pieces, around: () => ['head\n', 'tail\n'] }, store);
}

it('is the same in memory and in a file, in one piece and in many', () => {
  const piece = 'Grüße, 😀\n'.repeat(1000);
  const pieces = Array.from({ length: 300 }, () => piece);
  const text = `head\n${pieces.join('')}tail\n`;
  for (const store of [new ContentStore(), new ContentStore(2 ** 20), new ContentStore(0)]) {
    const content = stored(pieces, store);
    expect([...content.bytes()].length).toBeGreaterThan(1);
    expect(contentText(content)).toBe(text);
    expect(contentText(content)).toBe(text);
    expect(content.digest).toBe(contentOf(text).digest);
    expect(contentText(stored([], store))).toBe('head\ntail\n');
    store.close();
  }
  expect(stored([]).digest).toBe(digestOf('head\ntail\n'));
});

it('leaves no temporary file, and cannot be read after its store is closed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-store-'));
  vi.stubEnv('TMPDIR', folder);
  const store = new ContentStore(0);
  const content = stored(['x']);
  const inFile = stored(['x'], store);
  vi.unstubAllEnvs();
  expect(contentText(inFile)).toBe('head\nxtail\n');
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
  store.close();
  expect(contentText(content)).toBe('head\nxtail\n');
  expect(() => contentText(inFile)).toThrow('closed');
});

it('stays in memory where no temporary file can be written', () => {
  vi.stubEnv('TMPDIR', join(tmpdir(), 'soapwright-no-such-folder'));
  const store = new ContentStore(0);
  expect(contentText(stored(['x'], store))).toBe('head\nxtail\n');
  vi.unstubAllEnvs();
  store.close();
});

it('has the same digest with other line ends and a byte order mark', () => {
  const { digest } = contentOf('a\nb\n');
  for (const text of ['a\nb\n', 'a\r\nb\r\n', '\uFEFFa\nb\n', '\uFEFFa\r\nb\n']) {
    expect(digestOfBytes(Buffer.from(text))).toBe(digest);
    expect(digestOf(text)).toBe(digest);
  }
  for (const text of ['a\rb\n', 'a\nb', '\na\nb\n']) expect(digestOfBytes(Buffer.from(text))).not.toBe(digest);
});

it('cannot be written if only its digest is available', () => {
  const content = digestOnly('0');
  expect(content.digest).toBe('0');
  expect(() => contentText(content)).toThrow('Only the digest');
});
