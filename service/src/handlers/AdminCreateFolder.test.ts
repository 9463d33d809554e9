import type { AdminAuthParameters } from '@soapwright/generated/remote-file-service/server';
import { SoapFault } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';

describe('AdminCreateFolder', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const admin: AdminAuthParameters = {
    APIKey: 'key-for-all',
    OrgID: 9_007_199_254_740_993n,
    AdminUserID: 'admin',
    AdminPassword: 'admin-password',
  };
  const create = (Path: string | undefined, FolderName: string | undefined, auth: Partial<AdminAuthParameters> = {}) =>
    harness.client.AdminCreateFolder({
      AdminAuthParameters: { ...admin, ...auth },
      Parameters: { Path, FolderName },
    });
  const codeOf = async (response: Promise<unknown>): Promise<unknown> => {
    const fault: unknown = await response.then(
      () => undefined,
      (error: unknown) => error,
    );
    return fault instanceof SoapFault ? [fault.code, fault.detailCode] : fault;
  };
  const denied = ['Sender', 'AccessDenied'];

  it('AdminCreateFolder: creates folders in the root and below, and returns the bare name', async () => {
    expect(await create('/anna', 'one')).toEqual({ FolderName: 'one' });
    expect(await create('/ANNA/one', 'two')).toEqual({ FolderName: 'two' });
    expect(await create('/anna/one/two/', 'three 🦊 עברית')).toEqual({ FolderName: 'three 🦊 עברית' });
  });

  it('AdminCreateFolder: OrgID is exact beyond 2^53, over the entire range of a long', async () => {
    expect(await codeOf(create('/anna', 'x', { OrgID: 9_007_199_254_740_992n }))).toEqual(denied);
    expect(await codeOf(create('/anna', 'x', { OrgID: 9_223_372_036_854_775_807n }))).toEqual(denied);
    const other = { OrgID: -9_223_372_036_854_775_808n, AdminPassword: 'other-password' };
    expect(await create('/bob', 'exact', other)).toEqual({ FolderName: 'exact' });
  });

  it('AdminCreateFolder: names are stored in NFC', async () => {
    expect(await create('/anna', 'e\u0301te\u0301')).toEqual({ FolderName: '\u00E9t\u00E9' });
    expect(await codeOf(create('/anna', '\u00E9t\u00E9'))).toEqual(['Sender', 'FolderExists']);
    expect(await create('/anna/e\u0301t\u00E9', 'below')).toEqual({ FolderName: 'below' });
  });

  it('AdminCreateFolder: FolderExists for a folder, FileExists for a file of the same name', async () => {
    expect(await codeOf(create('/anna', 'in'))).toEqual(['Sender', 'FolderExists']);
    await harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName: 'file',
      Offset: 0n,
      BytesRead: 0,
      isLastChunk: true,
    });
    expect(await codeOf(create('/anna/in', 'file'))).toEqual(['Sender', 'FileExists']);
    expect(await codeOf(create('/anna/in/file', 'below'))).toEqual(['Sender', 'PathNotFound']);
  });

  it('AdminCreateFolder: of two callers for one name, one succeeds', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(create('/anna', 'race'))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });

  it('AdminCreateFolder: PathNotFound for an unknown account, one of another tenant or of none, and an unknown folder', async () => {
    for (const path of ['/unknown', '/bob', '/nobody', '/anna/none', '/anna/in/none']) {
      expect(await codeOf(create(path, 'x'))).toEqual(['Sender', 'PathNotFound']);
    }
  });

  it('AdminCreateFolder: paths are absolute and never leave their account', async () => {
    for (const path of [
      undefined,
      '',
      '/',
      '//',
      'anna',
      '/anna//in',
      '/anna/../bob',
      '/anna/.',
      '/anna/in\\new',
      '/../anna/a\tb',
    ]) {
      expect(await codeOf(create(path, 'x'))).toEqual(['Sender', 'InvalidPath']);
    }
  });

  it('AdminCreateFolder: InvalidName for an invalid name', async () => {
    for (const name of [undefined, '', '.', '..', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(256), 'é'.repeat(128)]) {
      expect(await codeOf(create('/anna', name))).toEqual(['Sender', 'InvalidName']);
    }
    expect(await create('/anna', 'x'.repeat(255))).toEqual({ FolderName: 'x'.repeat(255) });
  });

  it('AdminCreateFolder: any wrong credential gets AccessDenied with the same reason', async () => {
    const reasons = new Set<string>();
    for (const auth of [
      { AdminPassword: 'wrong' },
      { AdminPassword: undefined },
      { AdminUserID: 'unknown' },
      { AdminUserID: undefined },
      { OrgID: 0n },
      { AdminPassword: 'other-password' },
      { APIKey: 'key-of-other' },
    ]) {
      const fault: unknown = await create('/anna', 'x', auth).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'Sender', detailCode: 'AccessDenied' });
      if (fault instanceof SoapFault) reasons.add(fault.reason);
    }
    expect(reasons).toEqual(new Set(['OrgID, AdminUserID or AdminPassword is not valid.']));
    expect(await codeOf(create('/anna', 'x', { APIKey: 'wrong' }))).toEqual(denied);
    expect(await codeOf(harness.client.AdminCreateFolder({}))).toEqual(denied);
  });

  it('AdminCreateFolder: an API key of the tenant suffices', async () => {
    expect(await create('/anna', 'own key', { APIKey: 'key-of-1001' })).toEqual({ FolderName: 'own key' });
  });

  it('AdminCreateFolder: a created folder is in the audit log, with the administrator', async () => {
    await create('/anna', 'audited');
    const { db } = harness.service.state;
    const row = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(row).toMatchObject({ action: 'folder.created' });
    expect(row?.actor).toMatch(/^administrator:[0-9a-f]{32}$/);
  });
});
