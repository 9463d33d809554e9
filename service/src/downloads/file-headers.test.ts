import { describe, expect, it } from 'vitest';
import { contentDisposition } from './file-headers.ts';
import { precondition, rangeApplies } from './preconditions.ts';
import { addressOf, requestedPath } from './requested-path.ts';

describe('Content-Disposition', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Größe 5€.txt', `attachment; filename="Gr__e 5_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%205%E2%82%AC.txt`],
    [`a"b%\\'(*)`, `attachment; filename="a_b__'(*)"; filename*=UTF-8''a%22b%25%5C%27%28%2A%29`],
    ['😀;x=1', `attachment; filename="_;x=1"; filename*=UTF-8''%F0%9F%98%80%3Bx%3D1`],
  ])('of %s', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });
});

describe('the path of a request', () => {
  it.each([
    ['/files/anna/in/a.txt', '/anna/in/a.txt', false],
    ['/files/anna/in/', '/anna/in', true],
    ['/files/anna/a%20b%3F%23%25.txt?x=/../', '/anna/a b?#%.txt', false],
    ['/files/anna/Gro%CC%88%C3%9Fe', '/anna/Größe', false],
    ['/files/anna/..a/...', '/anna/..a/...', false],
  ])('%s', (target, path, isFolder) => {
    expect(requestedPath(target)).toMatchObject({ path, isFolder });
  });

  it.each([
    '/files/',
    '/files',
    '/files//a',
    '/files/anna//a',
    '/files/anna/../bob/a',
    '/files/anna/./a',
    '/files/anna/%2e%2e/bob',
    '/files/anna/in%2Fa.txt',
    '/files/anna/in%5Ca.txt',
    '/files/anna/a%00.txt',
    '/files/anna/%0A',
    '/files/anna/%E0%A4%A',
    '/files/anna/%ff',
    '/files/anna/%ED%A0%80',
    '/filesanna',
    'http://x/files/anna',
  ])('%s is invalid', (target) => {
    expect(requestedPath(target)).toBeUndefined();
  });

  it('of an address is the path again, whatever is in the names', () => {
    const path = `/Anna/a?#%&+=;,!'()*~ "<>|:\u{10FFFF}\u{FFFD}\u{200B}é😀`;
    expect(requestedPath(addressOf({ path, kind: 'file' }))?.path).toBe(path);
  });
});

describe('preconditions', () => {
  const file = { etag: '"a"', lastModified: Date.parse('2026-01-31T12:00:00.500Z') };
  const at = (seconds: number) => new Date(file.lastModified + seconds * 1000).toUTCString();

  it.each([
    [{}, 'send'],
    [{ 'if-none-match': '"a"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"a"' }, 'not-modified'],
    [{ 'if-none-match': '"b", "a"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"b"', 'if-modified-since': at(0) }, 'send'],
    [{ 'if-modified-since': at(0) }, 'not-modified'],
    [{ 'if-modified-since': at(-1) }, 'send'],
    [{ 'if-modified-since': 'yesterday' }, 'send'],
    [{ 'if-match': '"a"' }, 'send'],
    [{ 'if-match': 'W/"a"' }, 'failed'],
    [{ 'if-match': '"b"' }, 'failed'],
    [{ 'if-unmodified-since': at(-1) }, 'failed'],
    [{ 'if-unmodified-since': at(0) }, 'send'],
  ])('%j', (headers, outcome) => {
    expect(precondition(headers, file)).toBe(outcome);
  });

  it.each([
    [{}, true],
    [{ 'if-range': '"a"' }, true],
    [{ 'if-range': '"b"' }, false],
    [{ 'if-range': 'W/"a"' }, false],
    [{ 'if-range': at(0) }, true],
    [{ 'if-range': at(1) }, false],
  ])('a range with %j', (headers, applies) => {
    expect(rangeApplies(headers, file)).toBe(applies);
  });
});
