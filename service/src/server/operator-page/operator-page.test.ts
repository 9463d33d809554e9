import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietFor } from '../../../../test/support/quiet-for.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { OperatorBrowser, type ServedPages, servePages } from '../../../../test/support/service/operator-browser.ts';
import { type ArrivedFile, accepted } from '../../checks/file-check.ts';
import type { Settings } from '../../config/settings.ts';
import { requestRelease, setLock } from '../../operator/manage-locks.ts';
import { createShare } from '../../operator/manage-shares.ts';
import { createOperatorLink, type OperatorRole, revokeOperatorSessions } from '../../operator/operator-sessions.ts';
import { insertDelivery } from '../../storage/hook-deliveries.ts';
import { Metrics } from '../metrics.ts';
import { listenForOperator } from '../operator-endpoints.ts';
import { hostRule } from '../operator-hosts.ts';
import { lazyPages } from './lazy-pages.ts';

/** Check that refuses each file, so that it is in quarantine. */
const refusing = {
  name: 'scanner',
  target: 'none',
  timeout: 1_000,
  withoutVerdict: 'reject' as const,
  check: async ({ path }: ArrivedFile) =>
    path.includes('virus') ? { accepted: false as const, reason: 'EICAR' } : accepted,
};

describe("the operator's page", () => {
  let harness: Harness;
  let served: ServedPages;
  const people = new Map<OperatorRole, OperatorBrowser>();
  const as = (role: OperatorRole): OperatorBrowser => {
    const browser = people.get(role);
    if (browser === undefined) throw new RangeError(role);
    return browser;
  };
  const signedIn = async (role: OperatorRole, name: string = role): Promise<OperatorBrowser> => {
    const token = await createOperatorLink(harness.service.state, { name, role });
    const browser = new OperatorBrowser(served.url);
    const link = await browser.get(`/operator/link?token=${token}`);
    expect((await browser.send(link.text)).text).toContain(`Signed in as ${name}`);
    return browser;
  };
  const upload = async (FileName: string, isLastChunk: boolean): Promise<void> => {
    await harness.client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName,
      ChunkData: new Blob(['abc']),
      Offset: 0n,
      BytesRead: 3,
      isLastChunk,
    });
  };
  const audit = async () => await harness.service.state.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

  beforeAll(async () => {
    harness = await startHarness({ checks: [refusing], hooks: [] });
    served = await servePages(harness, {
      alerts: [{ name: 'RfsNoBackup', severity: 'ticket', summary: 'No <backup>.', remedy: 'Run it.', since: 0 }],
    });
    for (const name of ['report.txt', '<b>&"x.txt', '=SUM(1).csv']) await upload(name, true);
    for (const name of ['half.bin', 'other.bin']) await upload(name, false);
    for (const name of ['virus-1', 'virus-2']) await upload(name, true).catch(() => undefined);
    for (const id of ['msg_1', 'msg_2']) {
      const ids = { id, hook: 'index', accountId: 'x', fileKey: 'x' };
      await insertDelivery(harness.service.state.db, { ...ids, body: '{"data":{"path":"/x"}}' }, harness.now());
    }
    const { state } = harness.service;
    await createShare(state, { folder: { path: '/anna/in' }, label: 'Auditors', duration: 86_400_000 });
    await setLock(state, '/bob/in', { keep: 86_400_000 });
    harness.pass(10_000);
    for (const role of ['viewer', 'operator', 'admin'] as const) people.set(role, await signedIn(role));
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  it.each([
    [
      '',
      /No &lt;backup&gt;\.[\s\S]*ready[\s\S]*SQLite, open in one process[\s\S]*1\.2\.3[\s\S]*4\.7 GiB[\s\S]*index \(https:\/\/index\.example/,
    ],
    ['uploads', /half\.bin[\s\S]*3 B[\s\S]*10 s/],
    ['files?path=/anna/in', /&lt;b&gt;&amp;&quot;x\.txt[\s\S]*ba7816bf/],
    ['files?text=BA7816', /\/Anna\/in\/report\.txt/],
    ['files?text=report', /\/Anna\/in\/report\.txt/],
    ['folders', /anna-in: <meter min="0" max="1000" value="\d+"/],
    ['shares', /Auditors[\s\S]*valid[\s\S]*operator/],
    ['locks', /\/Bob\/in[\s\S]*24 h/i],
    ['quarantine', /virus-1[\s\S]*scanner[\s\S]*EICAR/],
    ['hooks', /index[\s\S]*pending/],
    ['tenants', /Straße[\s\S]*demo\.example/],
    ['accounts?name=ANNA', /anna@demo\.example[\s\S]*of 9\.8 KiB/],
    ['keys', /folder access key[\s\S]*anna-in[\s\S]*192\.0\.2\.1/],
    ['audit?action=published&person=api-key', /file\.published[\s\S]*report\.txt/],
    ['people', /link viewer/],
  ])('shows %s to a viewer, without actions', async (path, shown) => {
    const { status, text } = await as('viewer').get(`/operator/${path}`);
    expect(status).toBe(200);
    expect(text).toMatch(shown);
    expect(text).not.toMatch(/<script|formaction|style=/);
  });

  it('is loaded once by first requests at once, and again when that has failed', async () => {
    let loads = 0;
    const { service } = harness;
    const pages = lazyPages({
      service,
      signIn: undefined,
      gauges: undefined as never,
      metrics: new Metrics('1.2.3'),
      hooks: [],
      settings: { adminHost: '127.0.0.1', adminUrl: undefined } as Settings,
      log: service.state.log,
      port() {
        loads += 1;
        if (loads === 1) throw new Error('not yet');
        return 1;
      },
    });
    const hosts = hostRule('127.0.0.1', undefined);
    const on = { host: '127.0.0.1', port: 0, log: service.state.log, hosts, pages: pages.respond };
    const listener = await listenForOperator({}, on);
    const both = async () => {
      const requests = [1, 2].map(() => fetch(`http://127.0.0.1:${listener.port}/operator`));
      return (await Promise.all(requests)).map(({ status }) => status);
    };
    expect([await both(), await both(), loads]).toEqual([[500, 500], [200, 200], 2]);
    await pages.stop();
    await listener.close();
  });

  it.each([
    ['uploads', [], ['cancel'], ['cancel']],
    ['files?path=/anna/in', [], [], ['remove']],
    ['folders', [], [], ['retention', 'remove']],
    ['quarantine', [], ['release'], ['release', 'remove']],
    ['hooks', [], ['retry'], ['retry', 'drop']],
    ['shares', [], ['revoke'], ['revoke']],
    ['locks', [], ['request-release'], ['request-release', 'approve']],
    ['tenants', [], [], ['quota', 'retention']],
    ['accounts', [], ['sign-out'], ['sign-out', 'quota', 'remove']],
    ['keys', [], ['revoke'], ['revoke']],
    ['audit', [], [], []],
    ['people', [], [], ['sign-out']],
  ] as const)('offers the actions of %s by role', async (path, ...actions) => {
    for (const [index, role] of (['viewer', 'operator', 'admin'] as const).entries()) {
      const { text } = await as(role).get(`/operator/${path}`);
      expect([...text.matchAll(/formaction="[^"]*\/([^"/]*)"/g)].map(([, name]) => name)).toEqual(actions[index]);
    }
  });

  /** Chooses the first row that a text names, and confirms the action. */
  const act = async (role: OperatorRole, path: string, row: string, action: string, values = {}) => {
    const [table = ''] = path.split('?');
    const { text } = await as(role).get(`/operator/${path}`);
    const rows = text.split('<tr>').filter((each) => each.includes(row));
    const id = /name="id" value="([^"]*)"/.exec(rows[0] ?? '')?.[1] ?? '';
    const question = await as(role).get(`/operator/${table}/${action}?${new URLSearchParams({ id })}`);
    expect(question.status).toBe(200);
    const done = await as(role).send(question.text, values);
    return { question: question.text, done, again: () => as(role).send(question.text, values) };
  };

  it.each([
    ['operator', 'uploads', 'half.bin', 'cancel', /1 upload of 3 B/, 'Cancelled 1 upload.', 'upload.cancelled'],
    ['operator', 'hooks', 'msg_1', 'retry', /delivered again/, 'Retrying 1 event.', 'hook.retried'],
    ['admin', 'hooks', 'msg_2', 'drop', /never get/, 'Dropped 1 event.', 'hook.dropped'],
    ['operator', 'quarantine', 'virus-1', 'release', /published although/, 'Released 1 file.', 'file.released'],
    ['admin', 'quarantine', 'virus-2', 'remove', /for good/, 'Removed 1 file.', 'upload.cancelled'],
    ['operator', 'shares', 'Auditors', 'revoke', /at once/, 'Revoked 1 share.', 'share.revoked'],
    ['operator', 'keys', 'bob-in', 'revoke', /at once/, 'Revoked 1 key.', 'folder-key.revoked'],
    ['admin', 'files?path=/anna/in', 'report.txt', 'remove', /1 file of 3 B/, 'Removed 1 file', 'file.removed'],
    ['admin', 'folders', '/Anna/in/new', 'retention', /retention of 1 folder/, 'Set the ret', 'retention.set', '30d'],
    ['admin', 'tenants', '1001', 'quota', /quota of 1 tenant/, 'Set the quota of 1 tenant.', 'quota.set', '10 GiB'],
    ['admin', 'accounts', 'bob@', 'quota', /quota of 1 account/, 'Set the quota of 1 account.', 'quota.set', '5 MiB'],
    [
      'admin',
      'accounts',
      'nobody@',
      'remove',
      /0 files of 0 B, 2 folders/,
      'Removed 0 files of 0 B, 2',
      'account.removed',
    ],
  ] as const)('%s: %s of %s: %s is confirmed, done by the command and audited', async (...row) => {
    const [role, path, name, action, effect, outcome, entry, value] = row;
    const { question, done } = await act(role, path, name, action, value === undefined ? {} : { value });
    expect(question).toMatch(effect);
    expect(done.text).toContain(outcome);
    expect(done.status).toBe(200);
    const log = await audit();
    const last = log.filter((each) => each.action === entry).at(-1);
    expect(last).toMatchObject({ actor: `operator:${role}` });
    expect(JSON.parse(last?.details ?? '{}')).toMatchObject({ by: `link ${role}` });
  });

  it('lifts a lock for a day when another person than the one who asked approves it', async () => {
    const asked = await act('admin', 'locks', '/in', 'request-release', { value: 'a wrong file' });
    expect(asked.done.text).toContain('Asked for the release of 1 folder.');
    const own = await act('admin', 'locks', 'a wrong file', 'approve');
    expect(own.done).toMatchObject({ status: 400, text: expect.stringContaining('another person must approve it') });
    people.set('admin', await signedIn('admin', 'max'));
    const { done } = await act('admin', 'locks', 'a wrong file', 'approve');
    expect(done.text).toContain('Lifted 1 lock for a day.');
    expect((await audit()).at(-1)).toMatchObject({ action: 'lock.released', actor: 'operator:max' });
    people.set('admin', await signedIn('admin'));
  });

  it('says how many rows were done before one failed', async () => {
    const { state } = harness.service;
    await setLock(state, '/anna/in/new', { keep: 86_400_000 });
    await requestRelease(state, '/anna/in/new', { by: 'max', reason: 'a wrong file' });
    await act('admin', 'locks', '/bob/in', 'request-release', { value: 'a wrong file' });
    const question = await as('admin').get('/operator/locks/approve?id=/Anna/in/new&id=/bob/in');
    expect(await as('admin').send(question.text)).toMatchObject({
      status: 400,
      text: expect.stringContaining('1 of 2 were done. link admin has made the request'),
    });
  });

  it('takes an action once: the same form again finds its row gone', async () => {
    const { done, again } = await act('operator', 'uploads', 'other.bin', 'cancel');
    expect(done.text).toContain('Cancelled 1 upload.');
    expect(await again()).toMatchObject({ status: 400, text: expect.stringContaining('Choose again') });
  });

  it('refuses invalid quotas, and confirms nothing that was not chosen', async () => {
    const { done } = await act('admin', 'tenants', '1001', 'quota', { value: 'much' });
    expect(done).toMatchObject({ status: 400, text: expect.stringContaining('much is not a quota') });
    expect(await as('admin').get('/operator/tenants/quota')).toMatchObject({ status: 400 });
    expect(await as('admin').get('/operator/tenants/nothing?id=1')).toMatchObject({ status: 404 });
  });

  it('exports what a search finds as NDJSON and CSV', async () => {
    const lines = (await as('viewer').get('/operator/audit/export.ndjson?action=published')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(Array(4).fill('file.published'));
    const today = new Date(harness.now()).toISOString().slice(0, 10);
    const found = `from=2026-01-01&until=${today}&subject=SUM&person=`;
    const { text } = await as('viewer').get(`/operator/audit/export.csv?${found}`);
    expect(text).toMatch(/^id,at,actor,action,subject,details,requestId\r\n\d+,[^,]*,api-key:all,file\.published,/);
    expect(text.trim().split('\r\n')).toHaveLength(2);
    const early = await as('viewer').get('/operator/audit/export.ndjson?until=2001-01-01');
    expect(early.text).toBe('');
    for (const path of ['audit', 'audit/export.csv']) {
      expect(await as('viewer').get(`/operator/${path}?from=tomorrow`)).toMatchObject({
        status: 400,
        text: expect.stringContaining('tomorrow is not a day'),
      });
    }
  });

  it('logs no failure when a person ends an export', async () => {
    const { db } = harness.service.state;
    // More than the buffers of a connection hold.
    const entry = { at: 0, actor: 'x', action: 'x', subject: 'x', details: JSON.stringify({ x: 'x'.repeat(2 ** 23) }) };
    await db
      .insertInto('audit_log')
      .values({ ...entry, request_id: null })
      .execute();
    const Cookie = [...as('viewer').cookies].map((each) => each.join('=')).join('; ');
    const ended = await fetch(`${served.url}/operator/audit/export.ndjson?action=x`, { headers: { Cookie } });
    await ended.body?.cancel();
    await quietFor(20);
    expect([ended.status, harness.log.join('')]).toEqual([200, expect.not.stringContaining('operator page failed')]);
    await db.deleteFrom('audit_log').where('actor', '=', 'x').execute();
  });

  it('pages the audit log from the newest entry to the first', async () => {
    const ids: number[] = [];
    for (let path: string | undefined = '/operator/audit'; path !== undefined; ) {
      const { text }: { text: string } = await as('viewer').get(path);
      ids.push((text.match(/<td data-label="Time"/g) ?? []).length);
      path = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(ids.reduce((sum, count) => sum + count, 0)).toBe((await audit()).length);
  });

  it('ends a session after 15 idle minutes, 8 hours, a sign-out or a command', async () => {
    const works = async (browser: OperatorBrowser) => (await browser.get('/operator/uploads')).status === 200;
    const [idle, busy, out, revoked] = await Promise.all(
      ['idle', 'busy', 'out', 'revoked'].map((name) => signedIn('viewer', name)),
    );
    if (!idle || !busy || !out || !revoked) throw new RangeError();
    const page = (await out.get('/operator')).text;
    const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const kept = new Map(out.cookies);
    await out.post('/operator/sign-out', { csrf });
    expect(out.cookies.size).toBe(0);
    for (const [name, value] of kept) out.cookies.set(name, value);
    expect(await works(out)).toBe(false);
    expect(await revokeOperatorSessions(harness.service.state, 'revoked')).toBe(1);
    expect(await works(revoked)).toBe(false);
    for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
      expect(await works(busy), `${minutes}`).toBe(true);
      harness.pass(600_000);
    }
    expect([await works(busy), await works(idle)]).toEqual([false, false]);
    const actions = (await audit()).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['operator.signed-in', 'operator.signed-out']));
  });
});
