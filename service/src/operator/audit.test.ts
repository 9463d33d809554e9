import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { serveFiles } from '../../../test/support/service/served-files.ts';
import { serveShares } from '../../../test/support/service/served-shares.ts';
import { emailAddress } from '../domain/account-names.ts';
import { newLinkId } from '../downloads/link-token.ts';
import { HookWorker } from '../hooks/hook-worker.ts';
import { completeSignIn } from '../sign-in/complete-sign-in.ts';
import { type AuditAction, trimAudit } from '../storage/audit-log.ts';
import { dataFolderAt } from '../storage/content/data-folder.ts';
import { insertDelivery } from '../storage/hook-deliveries.ts';
import { endDependents } from '../storage/key-endings.ts';
import { saveHolder } from '../storage/service-keys.ts';
import { makeBackup } from './backup.ts';
import { confirmTime } from './confirm-time.ts';
import { createLink } from './create-link.ts';
import { findPath } from './entry-tree.ts';
import { eraseAccount } from './erasure/erase-account.ts';
import { revokeSessions } from './manage-accounts.ts';
import { destroyDataKeys, rotateDataKey } from './manage-data-keys.ts';
import { clearGuesses } from './manage-guesses.ts';
import { dropDeliveries, retryDeliveries } from './manage-hooks.ts';
import { createApiKey, createFolderKey, revokeKey } from './manage-keys.ts';
import { approveRelease, requestRelease, setLock } from './manage-locks.ts';
import { addRecipient, removeRecipients } from './manage-mail.ts';
import { clearPolicyOf, setPolicyOf } from './manage-policies.ts';
import { createShare, endShare } from './manage-shares.ts';
import { cancelUploads } from './manage-uploads.ts';
import {
  beginOperatorSession,
  createOperatorLink,
  endOperatorSession,
  revokeOperatorSessions,
} from './operator-sessions.ts';
import { loadEntities } from './provisioning/load-entities.ts';
import { provision } from './provisioning/provision.ts';
import { secretSourceBeside } from './provisioning/secret-values.ts';
import { removeAccountOf, removePath } from './remove-entries.ts';
import { retireServiceKey } from './retire-service-key.ts';
import { rotateServiceKey } from './rotate-service-key.ts';

/** Every secret of these operations. */
const secrets = /key-for-all|folder-anna-in|PROMO-OPEN|admin-password|new-password|provisioned-key/;

/** Actions whose change has one entry, and does not happen without it. */
type AloneAction = Exclude<
  AuditAction,
  | 'file.refused'
  | 'file.released'
  | 'account.changed'
  | 'account.deactivated'
  | 'account.reactivated'
  | 'scim-token.created'
  | 'scim-token.revoked'
>;

describe('the audit log (service.md: every change of state)', () => {
  let harness: Harness;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-audit-'));
    harness = await startHarness();
    const { db } = harness.service.state;
    const account = await db
      .selectFrom('accounts')
      .select('id')
      .where('user_name', '=', 'bob')
      .executeTakeFirstOrThrow();
    const apiKey = await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirstOrThrow();
    const times = { created_at: harness.now(), expires_at: harness.now() + 100_000_000 };
    const session = { hash: 'of-a-session', account_id: account.id, api_key_id: apiKey.id, ...times };
    await db.insertInto('session_tokens').values(session).execute();
  });
  afterEach(async () => {
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  const chunk = (isLastChunk: boolean) => ({
    APIKey: 'key-for-all',
    FolderAccessKey: 'folder-anna-in',
    FileName: 'a.txt',
    ChunkData: new Blob(['abc']),
    Offset: 0n,
    BytesRead: 3,
    isLastChunk,
  });
  const administrator = {
    APIKey: 'key-for-all',
    OrgID: 2n ** 53n + 1n,
    AdminUserID: 'admin',
    AdminPassword: 'admin-password',
  };

  const otherProcess = 'elsewhere/1/1/a';
  const rotate = (forgotten: readonly string[] = []) =>
    rotateServiceKey(harness.service.state, { patience: 0, forgotten });
  /** Rotates the service key; nothing depends on the old one then, whose id this returns. */
  const rotateCompletely = async () => {
    const { before } = await rotate();
    await provision(harness.service.state, loadEntities(provisioning, 'x.yaml', secretSourceBeside('x.yaml')));
    await harness.service.state.db.deleteFrom('session_tokens').execute();
    return before;
  };
  let oldKey = '';
  let operatorToken = '';
  const person = { name: 'Eva', subject: 'https://login.example 7', role: 'operator' } as const;
  let share = { id: '', address: '' };
  let request = '';

  /** Changes by their entry in the log. Each gets a newly provisioned service. Refused files are in file-check-suite.ts, directories in scim.test.ts. */
  const changes: Readonly<Record<AloneAction, () => Promise<unknown>>> = {
    'account.created': () =>
      harness.client.AccountCreateFreeFromPromotion({
        API_KEY: 'key-for-all',
        PromoCode: 'PROMO-OPEN',
        EmailAddress: 'new@free.example',
        UserName: 'new',
        Password: 'new-password',
      }),
    'clock.confirmed': () => confirmTime(harness.service.state),
    'folder.created': () =>
      harness.client.AdminCreateFolder({
        AdminAuthParameters: administrator,
        Parameters: { Path: '/anna', FolderName: 'made' },
      }),
    'file.published': () => harness.client.AppendChunkWithFolderAccessKey(chunk(true)),
    'upload.expired': async () => {
      harness.pass(25 * 3_600_000);
      await harness.service.sweep();
    },
    'signed-in': () => {
      const { state } = harness.service;
      return state.db.transaction().execute(async (transaction) => {
        const apiKey = await transaction
          .selectFrom('api_keys')
          .select(['id', 'name', 'client_id as clientId'])
          .where('name', '=', 'all')
          .executeTakeFirstOrThrow();
        const email = emailAddress('anna@demo.example');
        return await completeSignIn(transaction, state, {
          requestId: 'of-a-request',
          apiKey,
          clientId: 1001,
          kind: 'SAML2',
          email,
        });
      });
    },
    'sessions.revoked': () => revokeSessions(harness.service.state, 'bob'),
    provisioned: () => {
      const yaml = 'apiKeys: [{ name: new, key: provisioned-key }]';
      return provision(harness.service.state, loadEntities(yaml, 'x.yaml', secretSourceBeside('x.yaml')));
    },
    'api-key.created': () => createApiKey(harness.service.state, { name: 'new', clientId: null }),
    'api-key.revoked': () => revokeKey(harness.service.state, 'api-key', 'all'),
    'folder-key.created': () => createFolderKey(harness.service.state, { name: 'new', folder: '/anna/in' }),
    'folder-key.revoked': () => revokeKey(harness.service.state, 'folder-key', 'anna-in'),
    'service-key.added': () => rotate(),
    'service-key.rotated': () => rotate([otherProcess]),
    'service-key.retired': () => retireServiceKey(harness.service.state, oldKey, { rest: undefined, forgotten: [] }),
    'promotion.ended': () =>
      harness.service.state.db
        .transaction()
        .execute((transaction) => endDependents(transaction, oldKey, harness.now())),
    'guesses.cleared': async () => {
      await harness.clientFrom('192.0.2.1').GetClientID({ APIKey: 'wrong' });
      await clearGuesses(harness.service.state, undefined);
    },
    'backup.made': () => {
      const options = { folder: dataFolderAt(harness.folder), target: join(folder, 'backup'), copy: false };
      return makeBackup(harness.service.state, options);
    },
    'link.created': () => createLink({ ...harness.service.state, links: harness.service.links }, '/anna/in', 60_000),
    'file.downloaded': async () => {
      const served = await serveFiles(harness);
      try {
        const { id: entryId = '' } = (await findPath(harness.service.state.db, '/anna')) ?? {};
        const link = { id: newLinkId(), entryId, content: undefined, expiresAt: harness.now() + 60_000 };
        const headers = { Authorization: `Bearer ${harness.service.links.sign(link)}` };
        await (await fetch(`http://127.0.0.1:${served.port}/files/anna/in/a.txt`, { headers })).text();
      } finally {
        await served.close();
      }
    },
    'folder.downloaded': async () => {
      const served = await serveShares(harness);
      try {
        await (await fetch(`${served.url}${share.address}?zip`)).arrayBuffer();
      } finally {
        await served.close();
      }
    },
    'share.created': () => createShare(harness.service.state, { folder: { path: '/anna/in' }, duration: 60_000 }),
    'share.revoked': () => endShare(harness.service.state, share.id),
    'mail.added': () => addRecipient(harness.service.state, '/anna/in', 'ada@example.org'),
    'mail.removed': () => removeRecipients(harness.service.state, 'ada@example.org'),
    'hook.given-up': async () => {
      const { db, uploads, log, counts } = harness.service.state;
      const refused = { delivered: false, reason: 'HTTP 410', isFinal: true } as const;
      let [tries, logged] = [0, 0];
      const deliver = async () => {
        tries += 1;
        return refused;
      };
      const hooks = [{ name: 'index', target: 'none', timeout: 1_000, retryFor: 1_000, logOutput: false, deliver }];
      const lines = harness.log.length;
      const context = {
        db,
        commits: uploads.parts.commits,
        hooks,
        log,
        counts,
        now: harness.now,
        process: uploads.parts.process,
      };
      const worker = new HookWorker(context);
      while (logged === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        logged = harness.log.slice(lines).filter((line) => /hook given up|hooks failed/.test(line)).length;
      }
      await worker.stop();
      expect(tries).toBe(1);
      if (harness.log.slice(lines).some((line) => line.includes('hooks failed'))) throw new Error('hooks failed');
    },
    'hook.retried': () => retryDeliveries(harness.service.state, { ids: ['msg_1'] }),
    'hook.dropped': () => dropDeliveries(harness.service.state, { ids: ['msg_1'] }),
    'file.removed': () => removePath(removal(), '/anna/in/a.txt', { recursive: false, dryRun: false }),
    'file.expired': () => {
      harness.pass(2 * 3_600_000);
      return harness.service.sweep();
    },
    'folder.removed': () => removePath(removal(), '/anna/in', { recursive: true, dryRun: false }),
    'account.removed': () => removeAccountOf(removal(), 'anna', { dryRun: false }),
    'account.erased': () => eraseAccount({ ...removal(), rewrite: async () => undefined }, 'anna', { dryRun: false }),
    'upload.cancelled': () => cancelUploads(removal(), { idleSince: Number.POSITIVE_INFINITY }),
    'quota.set': () => setPolicyOf(harness.service.state, 'quota', 'account:anna', 1_000_000n),
    'quota.cleared': () => clearPolicyOf(harness.service.state, 'quota', 'tenant:1001'),
    'retention.set': () => setPolicyOf(harness.service.state, 'retention', 'tenant:1001', 3_600_000n),
    'retention.cleared': () => clearPolicyOf(harness.service.state, 'retention', 'folder:/anna/in'),
    'operator.signed-in': () => beginOperatorSession(harness.service.state, person, { by: 'link' }),
    'operator.signed-out': () => endOperatorSession(harness.service.state, operatorToken),
    'operator-link.created': () => createOperatorLink(harness.service.state, person),
    'operator-sessions.revoked': () => revokeOperatorSessions(harness.service.state, person.name),
    'data-key.created': () => rotateDataKey(harness.service.state, 1001),
    'data-key.destroyed': () => destroyDataKeys({ ...harness.service.state, rewrite: async () => undefined }, 1001),
    'lock.set': () => setLock(harness.service.state, '/anna/in', { keep: 3_600_000 }),
    'lock.release-requested': () => requestRelease(harness.service.state, '/anna/in', { by: 'alice', reason: 'test' }),
    'lock.released': () => approveRelease(harness.service.state, request, 'bob'),
    'audit.trimmed': async () => {
      const { state } = harness.service;
      // The other entries stay in sight of the test.
      await state.db.updateTable('audit_log').set({ at: 0 }).where('id', '=', 1).execute();
      await trimAudit(state.db, 1, harness.now());
    },
  };
  const removal = () => ({ ...harness.service.state, store: harness.service.store });
  const prepare = async (action: AuditAction): Promise<void> => {
    const { state: context } = harness.service;
    if (action === 'service-key.added' || action === 'service-key.rotated') {
      await saveHolder(context.db, { process: otherProcess, keys: ['other'], current: 'other' }, harness.now());
    }
    if (action === 'service-key.rotated') await rotate();
    if (action === 'service-key.retired' || action === 'promotion.ended') oldKey = await rotateCompletely();
    if (action === 'promotion.ended') {
      await context.db.updateTable('promotions').set({ key_id: oldKey }).where('name', '=', 'open').execute();
    }
    if (['operator.signed-out', 'operator-sessions.revoked'].includes(action)) {
      operatorToken = await beginOperatorSession(context, person, { by: 'link' });
    }
    if (action === 'data-key.destroyed') await rotateDataKey(context, 1001);
    if (action.startsWith('lock.release')) await setLock(context, '/anna/in', { keep: 3_600_000 });
    if (action === 'lock.released') {
      request = await requestRelease(context, '/anna/in', { by: 'alice', reason: 'test' });
    }
    const unfinished = ['upload.expired', 'upload.cancelled'].includes(action);
    if (unfinished) await harness.client.AppendChunkWithFolderAccessKey(chunk(false));
    if (['file.downloaded', 'file.removed', 'file.expired'].includes(action)) {
      await harness.client.AppendChunkWithFolderAccessKey(chunk(true));
    }
    if (['folder.downloaded', 'share.revoked'].includes(action)) {
      share = await createShare(context, { folder: { path: '/anna/in' }, duration: 60_000 });
    }
    if (action === 'mail.removed') await addRecipient(context, '/anna/in', 'ada@example.org');
    if (action.startsWith('hook.')) {
      const ids = { id: 'msg_1', hook: 'index', accountId: 'x', fileKey: 'x' };
      await insertDelivery(context.db, { ...ids, body: '{"data":{"path":"/x"}}' }, harness.now());
    }
    if (action === 'account.erased') await removeAccountOf(removal(), 'anna', { dryRun: false });
    if (action === 'file.expired') await setPolicyOf(context, 'retention', 'folder:/anna/in', 3_600_000n);
    if (action === 'quota.cleared') await setPolicyOf(context, 'quota', 'tenant:1001', 1_000_000n);
    if (action === 'retention.cleared') await setPolicyOf(context, 'retention', 'folder:/anna/in', 1_000_000n);
  };
  const log = () => harness.service.state.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  /** Everything that lasts, but the log itself and the last use of keys. */
  const state = async (): Promise<string> => {
    const { db } = harness.service.state;
    const tables = [
      'accounts',
      'entries',
      'api_keys',
      'folder_keys',
      'promotions',
      'session_tokens',
      'uploads',
      'policies',
      'locks',
      'lock_releases',
      'data_keys',
      'hook_deliveries',
      'operator_sessions',
      'shares',
      'mail_recipients',
    ] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows, (key, value: unknown) => {
      // A download is counted before it is sent, and has its entry before it has ended.
      if (/^used_|^lease_|^downloads$/.test(key)) return undefined;
      return typeof value === 'bigint' ? String(value) : value;
    });
  };

  for (const [action, change] of Object.entries(changes) as [AloneAction, () => Promise<unknown>][]) {
    it(`${action}: one entry, without a secret`, async () => {
      await prepare(action);
      const before = (await log()).length;
      const result = await change();
      const entries = (await log()).slice(action === 'audit.trimmed' ? before - 1 : before);
      expect(entries.map((entry) => entry.action)).toEqual([action]);
      expect(entries[0]?.actor).toMatch(
        /^(operator(:Eva)?|sweep|service|api-key:all|administrator:[0-9a-f]{32}|link:[0-9a-f]{16}|share:[0-9a-f]{32})$/,
      );
      expect(JSON.stringify(entries)).not.toMatch(secrets);
      if (typeof result === 'string' && result.length === 43) expect(JSON.stringify(entries)).not.toContain(result);
    });

    // A backup is outside of the database: it exists before its entry.
    if (action === 'backup.made') continue;
    it(`${action}: changes nothing when the entry cannot be written`, async () => {
      await prepare(action);
      const { db } = harness.service.state;
      const before = await state();
      await sql`CREATE TRIGGER no_audit BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no audit'); END`.execute(
        db,
      );
      const failed = await change().then(
        () => false,
        () => true,
      );
      await sql`DROP TRIGGER no_audit`.execute(db);
      expect(failed).toBe(true);
      expect(await state()).toBe(before);
    });
  }

  it.each(['account.created', 'folder.created', 'file.published'] as const)(
    '%s: has the id of its request',
    async (action) => {
      const lines = harness.log.length;
      await changes[action]();
      const { requestId } = JSON.parse(harness.log.slice(lines).at(-1) ?? '{}') as { readonly requestId?: string };
      expect((await log()).at(-1)).toMatchObject({ action, request_id: requestId });
      expect(requestId).toMatch(/\S{8}/);
    },
  );

  it('rejected and repeated requests write no entry', async () => {
    await harness.client.AppendChunkWithFolderAccessKey(chunk(true));
    const before = await log();
    await harness.client.AppendChunkWithFolderAccessKey({ ...chunk(true), APIKey: 'wrong' });
    await harness.client
      .AdminCreateFolder({ AdminAuthParameters: administrator, Parameters: { Path: '/anna', FolderName: 'in' } })
      .catch(() => undefined);
    await revokeKey(harness.service.state, 'api-key', 'revoked');
    await harness.service.sweep();
    expect(await log()).toEqual(before);
  });
});
