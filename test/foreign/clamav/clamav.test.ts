import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadHooks } from '../../../service/src/hooks/hooks-file.ts';
import { listRefused } from '../../../service/src/operator/manage-quarantine.ts';
import { chunkRequest } from '../../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../../support/service/harness.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

/** The EICAR test file, in halves: scanners would find it here. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Writes the file in each kind of archive, and each of these in each kind. */
const archives = `
import bz2, gzip, io, lzma, sys, tarfile, zipfile
text = open('eicar', 'rb').read()
def zipped(name, data, kind):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', kind) as archive: archive.writestr(name, data)
    return out.getvalue()
def tarred(name, data, mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        entry = tarfile.TarInfo(name); entry.size = len(data); archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()
kinds = {
    'stored.zip': lambda n, d: zipped(n, d, zipfile.ZIP_STORED),
    'zip': lambda n, d: zipped(n, d, zipfile.ZIP_DEFLATED),
    'tar': lambda n, d: tarred(n, d, 'w'),
    'tgz': lambda n, d: tarred(n, d, 'w:gz'),
    'gz': lambda n, d: gzip.compress(d),
    'bz2': lambda n, d: bz2.compress(d),
    'xz': lambda n, d: lzma.compress(d),
}
for inner, pack in kinds.items():
    packed = pack('eicar', text)
    open(f'all/eicar.{inner}', 'wb').write(packed)
    for outer, again in kinds.items():
        open(f'all/eicar.{inner}.{outer}', 'wb').write(again(f'eicar.{inner}', packed))
`;

let folder: string;
let clamd: RunningProgram;
let harness: Harness;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rfs-clamav-'));
  execFileSync('mkdir', ['-p', join(folder, 'signatures'), join(folder, 'all')]);
  // The signatures of ClamAV come from its servers: this one is for the test file, anywhere in a file.
  writeFileSync(join(folder, 'signatures/own.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const socket = join(folder, 'clamd.ctl');
  const settings = `Foreground yes
LocalSocket ${socket}
DatabaseDirectory ${join(folder, 'signatures')}
StreamMaxLength 1M
LogTime no
`;
  writeFileSync(join(folder, 'clamd.conf'), settings);
  clamd = await startProgram('clamd', ['--config-file', join(folder, 'clamd.conf')], /Self checking/);
  writeFileSync(join(folder, 'hooks.yaml'), `checks: [{ name: clamav, clamd: { socket: ${socket} } }]\n`);
  const { checks } = await loadHooks(join(folder, 'hooks.yaml'));
  harness = await startHarness({ checks });
  writeFileSync(join(folder, 'eicar'), eicar);
  execFileSync('python3', ['-c', archives], { cwd: folder });
});

afterAll(async () => {
  await harness?.close();
  await clamd?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(name: string, bytes: Uint8Array, chunks: number): Promise<string> {
  const size = Math.ceil(bytes.length / chunks);
  let token: string | undefined;
  for (let index = 0; ; index += 1) {
    const offset = index * size;
    const last = index === chunks - 1;
    const request = chunkRequest(name, bytes.subarray(offset, offset + size), { offset, token, last });
    const response = await harness.client.AppendChunkWithFolderAccessKey(request);
    if (last || response.ErrorMessage !== '') return response.ErrorMessage ?? '';
    token = response.UploadToken;
  }
}

describe('clamd of ClamAV', () => {
  it('accepts a file without a signature', async () => {
    expect(await upload('clean.txt', Buffer.from('a clean file'), 2)).toBe('');
    expect((await fileOf(harness, 'folder-anna-in', 'clean.txt'))?.bytes.toString()).toBe('a clean file');
  });

  it('refuses the test file in 56 archives, and none of them becomes visible', async () => {
    const names = readdirSync(join(folder, 'all'));
    expect(names).toHaveLength(56);
    for (const [index, name] of ['', ...names].entries()) {
      const bytes = readFileSync(name === '' ? join(folder, 'eicar') : join(folder, 'all', name));
      expect([name, await upload(name || 'eicar', bytes, 1 + (index % 3))]).toEqual([
        name,
        'The file was refused by the check clamav: Eicar-Test-Signature.UNOFFICIAL.',
      ]);
      expect(await fileOf(harness, 'folder-anna-in', name || 'eicar')).toBeUndefined();
    }
    expect(await listRefused(harness.service.state.db)).toHaveLength(57);
  });

  it('gives no verdict on a file beyond its StreamMaxLength, which is not published', async () => {
    expect(await upload('large', Buffer.alloc(3_000_000), 2)).toContain('could not be checked');
    // Its reply, unless it has closed the connection before that is read.
    expect(harness.log.join('\n')).toMatch(
      /clamd replied: INSTREAM size limit exceeded\. ERROR|clamd closed the connection \(EPIPE\), as for/,
    );
    expect(await fileOf(harness, 'folder-anna-in', 'large')).toBeUndefined();
  });
});
