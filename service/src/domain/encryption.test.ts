import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chunkRequest } from '../../../test/support/service/chunk-request.ts';
import { testEncryption } from '../../../test/support/service/encryption-suite.ts';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { loadSettings } from '../config/load-settings.ts';
import { kmsByCommand } from '../hooks/kms-command.ts';
import { makeBackup } from '../operator/backup.ts';
import { examine } from '../operator/doctor/doctor.ts';
import { destroyDataKeys } from '../operator/manage-data-keys.ts';
import { migrateService } from '../operator/migrate/migrate.ts';
import { folderSide } from '../operator/migrate/migration-side.ts';
import { KeyRing } from '../secrets/key-ring.ts';
import { Seals } from '../secrets/seal.ts';
import { parseServiceKeys } from '../secrets/service-key.ts';
import { dataFolderAt, openDataFolder } from '../storage/content/data-folder.ts';
import { DataKeys } from './data-keys.ts';

testEncryption('sealed files on the disk');

const secret = 'a text that nobody reads on the disk';

/** A program that seals by turning a text around. */
const program = `
const [, , how] = process.argv;
let text = '';
process.stdin.on('data', (some) => { text += some; }).on('end', () => {
  console.error('a note beside the result');
  if (process.env.KMS_FAILS) process.exit(7);
  const turned = [...text.trim()].reverse().join('');
  console.log(how === 'seal' ? 'sealed:' + turned : [...text.trim().slice(7)].reverse().join(''));
});`;

describe('a data folder with sealed files', () => {
  const folders: string[] = [];
  const harnesses: Harness[] = [];
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'rfs-sealed-'));
    folders.push(folder);
    return folder;
  };
  const start = async (options: Parameters<typeof startHarness>[0]): Promise<Harness> => {
    const harness = await startHarness(options);
    harnesses.push(harness);
    return harness;
  };
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const send = (harness: Harness, name: string, text: string, rest = {}) =>
    harness.client.AppendChunkWithFolderAccessKey(chunkRequest(name, Buffer.from(text), rest));
  const fileText = async (harness: Harness, name: string) =>
    (await fileOf(harness, 'folder-anna-in', name))?.bytes.toString();
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    );
  const withSecret = (folder: string) => files(folder).filter((path) => readFileSync(path).includes(secret));
  const findings = async (data: string) => {
    const settings = loadSettings({ environment: {}, flags: { data } });
    const report = await examine({ settings, serviceKeys: undefined, deep: true, online: false });
    return report.findings.map(({ code }) => code).filter((code) => code !== 'little-space');
  };

  /** Migrates a copy of a backup to a new folder. */
  const migrate = async (backup: string) => {
    const copy = join(newFolder(), 'copy');
    cpSync(backup, copy, { recursive: true });
    const migrated = await openDataFolder(newFolder());
    const ring = new KeyRing(parseServiceKeys(readFileSync(join(copy, 'service.key'), 'utf8'), 'test'));
    const keys = new DataKeys({ seals: new Seals(ring), refresh: async () => {}, kms: undefined, isOn: false });
    const [from, to] = [await folderSide(dataFolderAt(copy), keys), await folderSide(migrated, keys)];
    keys.use(from.db);
    // The backup was made while the service ran.
    await from.db.deleteFrom('key_holders').execute();
    const counts = await migrateService(from, to);
    await from.close();
    await to.close();
    cpSync(join(copy, 'service.key'), migrated.key);
    return { path: migrated.path, counts };
  };

  it('is mixed after encryption was turned on and off, and none of its files has a sealed text', async () => {
    const data = newFolder();
    const plain = await startHarness({ data });
    await send(plain, 'plain.txt', 'a plain text', { last: true });
    const { UploadToken: token } = await send(plain, 'begun.txt', 'begun ');
    await plain.service.close();
    const sealing = await startHarness({ data, encryption: true, yaml: 'tenants: []' });
    expect(await fileText(sealing, 'plain.txt')).toBe('a plain text');
    await send(sealing, 'begun.txt', 'and ended', { offset: 6, token, last: true });
    await send(sealing, 'sealed.txt', secret, { last: true });
    await send(sealing, 'unfinished.txt', secret);
    expect(withSecret(data)).toEqual([]);
    expect(await findings(data)).toEqual([]);
    await sealing.service.close();
    const off = await start({ data, yaml: 'tenants: []' });
    await send(off, 'later.txt', secret, { last: true });
    expect(await fileText(off, 'sealed.txt')).toBe(secret);
    expect(await fileText(off, 'begun.txt')).toBe('begun and ended');
    expect(withSecret(data).length).toBe(1);
  });

  it('backups, doctor and migrations keep sealed files sealed, and find what was changed', async () => {
    const harness = await start({ encryption: true });
    await send(harness, 'a.txt', secret, { last: true });
    const { UploadToken: token } = await send(harness, 'b.txt', secret);
    const target = join(newFolder(), 'backup');
    const backup = await makeBackup(harness.service.state, {
      folder: dataFolderAt(harness.folder),
      target,
      copy: true,
    });
    expect(backup).toMatchObject({ files: 1, bytes: BigInt(secret.length), uploads: 1 });
    expect(await findings(target)).toEqual([]);
    expect(withSecret(target)).toEqual([]);
    const { path: migrated, counts } = await migrate(target);
    expect(counts).toMatchObject({ files: 1, uploads: 1 });
    expect(withSecret(migrated)).toEqual([]);
    const restored = await start({ data: migrated, yaml: 'tenants: []' });
    expect(await fileText(restored, 'a.txt')).toBe(secret);
    const ended = await send(restored, 'b.txt', '!', { offset: secret.length, token, last: true });
    expect(ended.ErrorMessage).toBe('');
    expect(await fileText(restored, 'b.txt')).toBe(`${secret}!`);
    const [path = ''] = files(dataFolderAt(target).files);
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await findings(target)).toEqual(['content-changed']);
  });

  it('after data keys were destroyed backups and migrations go on, and doctor counts what nobody can read', async () => {
    const data = newFolder();
    const before = await startHarness({ data, encryption: true });
    await send(before, 'gone.txt', secret, { last: true });
    await send(before, 'begun.txt', secret);
    const { state, rewrite } = before.service;
    expect(await destroyDataKeys({ ...state, rewrite }, 1001)).toBe(1);
    await before.service.close();
    const harness = await start({ data, encryption: true, yaml: 'tenants: []' });
    await send(harness, 'kept.txt', secret, { last: true });
    const target = join(newFolder(), 'backup');
    const options = { folder: dataFolderAt(data), target, copy: false };
    expect(await makeBackup(harness.service.state, options)).toMatchObject({ files: 2, linked: 2, uploads: 1 });
    const { path: migrated, counts } = await migrate(target);
    expect(counts).toMatchObject({ files: 1, uploads: 0, destroyed: 2 });
    for (const folder of [data, target, migrated]) expect(await findings(folder)).toEqual(['key-destroyed']);
    const restored = await start({ data: migrated, yaml: 'tenants: []' });
    expect(await fileText(restored, 'kept.txt')).toBe(secret);
  });

  it('a command seals the data keys, and without it or its answer nothing is read', async () => {
    const data = newFolder();
    const script = join(newFolder(), 'kms.cjs');
    writeFileSync(script, program);
    const kms = kmsByCommand(`${process.execPath} ${script}`);
    const harness = await startHarness({ data, encryption: true, kms });
    await send(harness, 'a.txt', secret, { last: true });
    expect(await fileText(harness, 'a.txt')).toBe(secret);
    const rows = await harness.service.state.db.selectFrom('data_keys').selectAll().execute();
    expect(rows).toMatchObject([{ sealed_by: 'kms', key_id: null, sealed: expect.stringMatching(/^sealed:\S{44}$/) }]);
    // The key is in memory: the command is not asked again.
    process.env.KMS_FAILS = '1';
    try {
      expect(await fileText(harness, 'a.txt')).toBe(secret);
      await harness.service.close();
      const failing = await startHarness({ data, encryption: true, kms, yaml: 'tenants: []' });
      await expect(fileText(failing, 'a.txt')).rejects.toThrow('failed to unseal a data key: exit code 7');
      await expect(send(failing, 'b.txt', secret)).rejects.toMatchObject({ detailCode: 'StorageBusy' });
      await failing.service.close();
    } finally {
      delete process.env.KMS_FAILS;
    }
    const without = await start({ data, yaml: 'tenants: []' });
    await expect(fileText(without, 'a.txt')).rejects.toThrow('set encryption.kms');
    expect(await kms.seal('x'.repeat(1_993))).toHaveLength(2_000);
    await expect(kms.seal('x'.repeat(1_994))).rejects.toThrow('it printed more than 2000 characters');
    await expect(kms.seal('x'.repeat(4_000))).rejects.toThrow('it printed more than 2000 characters');
  });
});
