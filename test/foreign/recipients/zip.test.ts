import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ZipEntry, zipPieces, zipSize } from '../../../service/src/downloads/zip.ts';
import { type Harness, startHarness } from '../../support/service/harness.ts';
import { type ServedShares, serveShares } from '../../support/service/served-shares.ts';

/** A ZIP that each program tests, lists, and takes a file from. */
const programs: readonly [
  name: string,
  test: string[] | undefined,
  list: string[],
  take: (name: string) => string[],
][] = [
  ['unzip', ['unzip', '-tqq', 'x.zip'], ['unzip', '-Z1', 'x.zip'], (name) => ['unzip', '-p', 'x.zip', name]],
  ['7z', ['7zz', 't', 'x.zip'], ['7zz', 'l', '-ba', '-slt', 'x.zip'], (name) => ['7zz', 'e', '-so', 'x.zip', name]],
  ['bsdtar', undefined, ['bsdtar', '-tf', 'x.zip'], (name) => ['bsdtar', '-xOf', 'x.zip', name]],
  [
    'Python',
    ['python3', '-m', 'zipfile', '-t', 'x.zip'],
    ['python3', '-m', 'zipfile', '-l', 'x.zip'],
    (name) => [
      'python3',
      '-c',
      'import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile("x.zip").read(sys.argv[1]))',
      name,
    ],
  ],
];

/** Stands for 4 GiB and one byte that are not written: the file has a hole there, and a wrong CRC-32. */
const hole = Buffer.from('hole');
const holeSize = (4n << 30n) + 1n;
const file = (name: string, pieces: readonly Uint8Array[]): ZipEntry => ({
  name,
  size: pieces.reduce((sum, { length }) => sum + BigInt(length), 0n),
  modified: new Date('2026-01-31T12:00:00Z'),
  async *pieces() {
    yield* pieces;
  },
});

async function writeZip(path: string, entries: readonly ZipEntry[]): Promise<void> {
  const out = await open(path, 'w');
  let at = 0;
  let pieces: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pieces);
    await out.write(bytes, 0, bytes.length, at);
    at += bytes.length;
    pieces = [];
  };
  for await (const bytes of zipPieces(entries)) {
    if (bytes !== hole) pieces.push(bytes);
    else {
      await flush();
      at += Number(holeSize);
    }
  }
  await flush();
  await out.close();
}

describe('a ZIP of a share', () => {
  let folder: string;
  let harness: Harness;
  let served: ServedShares;
  const run = ([program = '', ...args]: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, LANG: 'C.UTF-8' } });
  const names = ['Größe 5.txt', 'CON', 'a:b.txt', 'A.txt', 'a.txt', '..x', 'empty'];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-zip-'));
    harness = await startHarness();
    served = await serveShares(harness);
    for (const name of names) await served.put(name, name === 'empty' ? '' : `of ${name}`);
    const { url } = await served.share();
    const curl = (...args: string[]) => promisify(execFile)('curl', ['-sSo', ...args, `${url}?zip`], { cwd: folder });
    await curl('x.zip');
    await curl('part.zip', '-r', '0-99');
    await curl('part.zip', '-C', '-');
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(programs)('is read by %s, with names that every system can have', (_, test, list, take) => {
    if (test !== undefined) run(test);
    const listed = run(list);
    for (const name of ['Größe 5.txt', '%43ON', 'a%3Ab.txt', 'A.txt', 'a.txt~2', '..x', 'empty', 'new/']) {
      expect(listed).toContain(name.replace(/\/$/, ''));
    }
    expect(run(take('Größe 5.txt'))).toBe('of Größe 5.txt');
    expect(run(take('a.txt~2'))).toBe('of a.txt');
    expect(run(['cmp', 'x.zip', 'part.zip'])).toBe('');
  });

  it('of more than 4 GiB, and of 70,000 files, is read by each', async () => {
    const zeros = { ...file('zeros', [hole]), size: holeSize };
    const many = Array.from({ length: 70_000 }, (_, index) => file(`${index}`, []));
    const entries = [zeros, file('behind', [Buffer.from('behind 4 GiB')]), ...many];
    await writeZip(join(folder, 'x.zip'), entries);
    expect(BigInt(statSync(join(folder, 'x.zip')).size)).toBe(zipSize(entries));
    for (const [, , list, take] of programs) {
      expect(run(take('behind'))).toBe('behind 4 GiB');
      if (list[0] === 'unzip') expect(run(list).trimEnd().split('\n')).toHaveLength(entries.length);
    }
  });
});
