import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness, testCost } from '../../../test/support/service/harness.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { StorageError } from '../common/storage-error.ts';
import { FileProblems } from '../config/yaml-document.ts';
import { givenKeys } from '../secrets/key-source.ts';
import { Passwords } from '../secrets/passwords.ts';
import { ServiceKey } from '../secrets/service-key.ts';
import { dryRun } from './dry-run.ts';
import { loadEntities } from './provisioning/load-entities.ts';
import { provision } from './provisioning/provision.ts';
import { type Change, describeDifference } from './provisioning/provision-context.ts';
import { secretSourceBeside } from './provisioning/secret-values.ts';

const load = (yaml: string) => loadEntities(yaml, 'test.yaml', secretSourceBeside('test.yaml'));
const passwords = new Passwords(testCost);

describe('provision --dry-run', () => {
  let harness: Harness;
  let data: string;
  beforeEach(async () => {
    harness = await startHarness();
    data = harness.folder;
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await harness.close();
  });

  const run = (yaml: string, folder = data): Promise<readonly Change[]> =>
    dryRun({ data: folder, serviceKeys: undefined, passwords }, load(yaml));

  /** Every file below the folder, with its bytes and times; but for the memory that readers of SQLite share. */
  const picture = async (): Promise<readonly string[]> => {
    const entries = await readdir(data, { recursive: true });
    return await Promise.all(
      entries
        .filter((entry) => !entry.endsWith('-shm'))
        .sort()
        .map(async (entry) => {
          const path = join(data, entry);
          const { mtimeMs, mode } = await stat(path);
          const bytes = (await stat(path)).isFile() ? await readFile(path) : '';
          return `${entry} ${mode} ${mtimeMs} ${createHash('sha256').update(bytes).digest('hex')}`;
        }),
    );
  };

  it('shows the difference field by field, never secrets, and changes nothing, with a running service or without', async () => {
    const file = `
tenants: [{ clientId: 1001, orgId: 5, companyCode: Straße }, { clientId: 7, orgId: 7, companyCode: SEVEN, domains: [seven.example] }]
accounts: [{ userName: Anna, email: anna@demo.example, tenant: 1001, password: another-password, folders: [/in/deep] }]
administrators: [{ tenant: 7, userId: Root, password: root-password }]
apiKeys: [{ name: all, key: quite-another-key, revoked: true }]
folderKeys: [{ name: anna-in, key: folder-anna-in, folder: /Anna/in/deep }]
promotions: [{ name: open, code: PROMO-OPEN, places: 5, until: 2030-01-01T00:00:00Z }]
`;
    const expected = `would change tenant 1001
  orgId: 9007199254740993 -> 5
  domains: demo.example -> none
would create tenant 7
  orgId: 7
  companyCode: SEVEN
  domains: seven.example
would change account Anna
  password: changes
would create folder /Anna/in/deep
would create administrator 7/Root
  userId: Root
  password: given
would change API key all
  key: changes
  revoked: false -> true
would change folder access key anna-in
  folder: /Anna/in -> /Anna/in/deep
would change promotion open
  places: 1000 -> 5
  until: none -> 2030-01-01T00:00:00.000Z
`;
    // Not the folder of another running test.
    const temporary = await mkdtemp(join(tmpdir(), 'rfs-temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    const running = await picture();
    expect(describeDifference(await run(file))).toBe(expected);
    expect(await picture()).toEqual(running);
    await harness.service.close();
    const stopped = await picture();
    expect(describeDifference(await run(file))).toBe(expected);
    expect(await picture()).toEqual(stopped);
    expect(await readdir(temporary)).toEqual([]);
    await rm(temporary, { recursive: true });
  });

  it('reports what provision then does', async () => {
    const file = 'apiKeys: [{ name: new, key: a-new-key-is-here }]\naccounts: [{ userName: bob, email: b@c.example }]';
    const said = await run(file);
    expect(await provision(harness.service.state, load(file))).toEqual(said);
    expect(await run(file)).toEqual([]);
    expect(await run(provisioning.replace(/^accounts:$.*?^administrators/ms, 'administrators'))).toEqual([]);
  });

  it('creates no data folder', async () => {
    const none = join(data, 'none');
    const changes = await run(provisioning, none);
    expect(changes.every(({ kind }) => kind === 'created')).toBe(true);
    expect(changes.length).toBeGreaterThan(15);
    expect(existsSync(none)).toBe(false);
  });

  it('reports conflicts with existing data', async () => {
    await expect(run('apiKeys: [{ name: x, key: key-for-all }]')).rejects.toBeInstanceOf(FileProblems);
  });

  it('rejects a key of another folder, and creates none where it is lost', async () => {
    const serviceKeys = givenKeys([new ServiceKey(randomBytes(32))], 'test');
    await expect(dryRun({ data, serviceKeys, passwords }, load('tenants: []'))).rejects.toBeInstanceOf(StorageError);
    await rm(join(data, 'service.key'));
    await expect(run('tenants: []')).rejects.toThrow('Cannot read the service key');
    expect(existsSync(join(data, 'service.key'))).toBe(false);
  });
});
