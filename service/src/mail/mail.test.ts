import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';
import { type SmtpReceiver, startSmtp } from '../../../test/support/service/smtp-receiver.ts';
import { HookWorker } from '../hooks/hook-worker.ts';
import { loadHooks } from '../hooks/hooks-file.ts';
import { listDeliveries } from '../operator/manage-hooks.ts';
import { addRecipient, listRecipients, removeRecipients } from '../operator/manage-mail.ts';
import { readAudit } from '../storage/audit-log.ts';
import { pendingDeliveries } from '../storage/hook-deliveries.ts';
import { mailHook } from './mail-hook.ts';
import type { MailSettings } from './mail-settings.ts';
import { Template } from './template.ts';
import { unsubscribePrefix, unsubscribeTokens } from './unsubscribe.ts';

const hour = 3_600_000;

describe('messages to the recipients of a folder', () => {
  let folder: string;
  let smtp: SmtpReceiver;
  let mail: MailSettings;
  let harness: Harness;
  let served: ServedShares;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-mail-'));
    smtp = await startSmtp();
    writeFileSync(join(folder, 'subject.txt'), '{{count}} files for you in {{folder}}\n');
    const place = `{ server: "smtp+plain://127.0.0.1:${smtp.port}", from: files@example.org, fromName: Files, templates: . }`;
    writeFileSync(join(folder, 'hooks.yaml'), `mail: ${place}\n`);
    const loaded = (await loadHooks(join(folder, 'hooks.yaml'))).mail;
    if (loaded === undefined) throw new Error('There is no mail.');
    mail = loaded;
    harness = await startHarness({ mailInterval: mail.interval });
    served = await serveShares(harness);
  });
  beforeEach(() => {
    smtp.received.length = 0;
    smtp.answer = {};
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
    await smtp.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the worker until the messages that are due were tried. */
  const work = async (done: () => unknown): Promise<void> => {
    const { state } = harness.service;
    const { commits, process } = state.uploads.parts;
    const tokens = unsubscribeTokens(state.keys.ring);
    const unsubscribe = (id: string): string => `${served.url}${unsubscribePrefix}${tokens.sign(id)}`;
    const hooks = [mailHook(mail, { db: state.db, unsubscribe })];
    const worker = new HookWorker({ ...state, commits, process, hooks, every: 20, firstPause: 10 });
    try {
      await expect.poll(done, { interval: 10 }).toBeTruthy();
    } finally {
      await worker.stop();
    }
  };
  const queued = async () => (await listDeliveries(harness.service.state)).map(({ hook, state }) => `${hook} ${state}`);
  const isEmpty = async () => (await queued()).length === 0;

  it('have the files of an hour, once for each recipient, safe for text, HTML and header', async () => {
    const { state } = harness.service;
    const names = ['<b>&"x".txt', 'Größe\u2028.pdf'];
    await addRecipient(state, '/anna/in', 'Ada@example.org');
    await addRecipient(state, '/anna/in', 'bob@example.net');
    await expect(addRecipient(state, '/anna/in', 'ada@example.org')).rejects.toThrow('already');
    await served.put(names[0] ?? '', 'abc');
    harness.pass(hour - 1);
    await served.put(names[1] ?? '', 'def');
    await served.put('other.txt', 'for nobody', 'folder-anna-new');
    expect([await queued(), smtp.received]).toEqual([['mail pending', 'mail pending'], []]);
    const [waiting] = await listDeliveries(state);
    const ended = harness.now() + 1;
    expect(waiting).toMatchObject({ createdAt: ended - hour, dueAt: ended });
    // It is late from then on.
    expect(await pendingDeliveries(state.db)).toEqual({ pending: 2, oldestAt: ended });
    harness.pass(1);
    await served.put('later.txt', 'in the next message');
    await work(async () => (await queued()).length === 2);
    expect(smtp.received.map(({ from, to }) => [from, to]).sort()).toEqual([
      ['files@example.org', 'Ada@example.org'],
      ['files@example.org', 'bob@example.net'],
    ]);
    const [{ text } = { text: '' }] = smtp.received;
    const joined = text.replaceAll('=\n', '');
    expect(text).toMatch(/^From: Files <files@example.org>$/m);
    expect(text).toMatch(/^Subject: 2 files for you in \/Anna\/in$/m);
    expect(text).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@example.org>$/m);
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(joined).toContain('&lt;b&gt;&amp;&quot;x&quot;.txt');
    expect(joined).toContain('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(joined).not.toContain('later.txt');
  });

  it('are sent again with the same Message-ID until they are accepted, and not to an address that is refused', async () => {
    const message = '451 Later';
    smtp.answer = { message };
    harness.pass(hour);
    let failures = 0;
    await work(async () => {
      harness.pass(100);
      const failuresOf = (status: number) => harness.log.filter((line) => line.includes(`SMTP ${status}`)).length;
      failures = Math.min(failuresOf(451), failuresOf(553) - 1);
      // A refused sender is a mistake of the settings, which is mended later.
      if (failuresOf(451) >= 2) smtp.answer = { sender: '553 Not yours', message };
      if (failures >= 2) smtp.answer = { recipient: '550 Unknown', message };
      const given = (await queued()).filter((each) => each === 'mail failed').length;
      return given === 2;
    });
    expect([failures >= 2, smtp.received]).toEqual([true, []]);
    const { db } = harness.service.state;
    const ids = (await listDeliveries({ db })).map(({ id }) => id);
    smtp.answer = {};
    await db.updateTable('hook_deliveries').set({ failed_at: null, attempts: 0 }).execute();
    await work(isEmpty);
    const sent = smtp.received.map(({ text }) => /^Message-ID: <(\w+)@/m.exec(text)?.[1]);
    expect([sent.sort(), await queued()]).toEqual([[...ids].sort(), []]);
  });

  it('end when the recipient posts to their address, and not when something opens it', async () => {
    const { state } = harness.service;
    await served.put('more.txt', 'more');
    harness.pass(hour);
    await work(isEmpty);
    const [url = ''] = smtp.received.flatMap(({ to, text }) =>
      to.startsWith('Ada') ? (/^List-Unsubscribe: <(\S+)>$/m.exec(text.replaceAll(/\n /g, ' '))?.[1] ?? []) : [],
    );
    const opened = await fetch(url);
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('<button>End them</button>')]);
    expect(await listRecipients(state)).toHaveLength(2);
    const deleted = await fetch(url, { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    for (const forged of [url.replace(/.{43}$/, 'A'.repeat(43)), `${url}x`, `${served.url}${unsubscribePrefix}`]) {
      expect((await fetch(forged, oneClick)).status).toBe(404);
    }
    await served.put('last.txt', 'last');
    for (let count = 0; count < 2; count += 1) expect((await fetch(url, oneClick)).status).toBe(200);
    expect((await listRecipients(state)).map(({ address }) => address)).toEqual(['bob@example.net']);
    smtp.received.length = 0;
    harness.pass(hour);
    await work(isEmpty);
    expect(smtp.received.map(({ to }) => to)).toEqual(['bob@example.net']);
    expect(await removeRecipients(state, 'BOB@example.net')).toBe(1);
    // A process of an older version has removed the folder.
    const orphan = { id: 'orphan', folder_id: 'gone', address: 'eve@example.org', address_folded: 'eve@example.org' };
    await state.db
      .insertInto('mail_recipients')
      .values({ ...orphan, created_at: 0 })
      .execute();
    const ofOrphan = `${served.url}${unsubscribePrefix}${unsubscribeTokens(state.keys.ring).sign('orphan')}`;
    expect(await (await fetch(ofOrphan)).text()).toContain('You get no messages about this folder.');
    expect((await fetch(ofOrphan, oneClick)).status).toBe(200);
    await harness.service.sweep();
    expect(await state.db.selectFrom('mail_files').selectAll().execute()).toEqual([]);
    const log = [];
    for await (const { actor, action, subject } of readAudit(state.db, 0)) log.push(`${actor} ${action} ${subject}`);
    expect(log.filter((line) => line.includes('mail.')).map((line) => line.replace(/[0-9a-f]{32}/, 'ID'))).toEqual([
      'operator mail.added folder:/Anna/in',
      'operator mail.added folder:/Anna/in',
      'recipient:ID mail.removed folder:/Anna/in',
      'operator mail.removed folder:/Anna/in',
      'recipient:orphan mail.removed folder:gone',
    ]);
    expect(JSON.stringify(log) + harness.log.join('')).not.toMatch(/(?:ada|bob)@/i);
  });

  it.each([
    ['{ server: smtp+plain://mail.example, from: a@b.example }', 'server must be smtps://HOST'],
    ['{ server: mail.example, from: a@b.example }', 'server must be smtps://HOST'],
    ['{ server: smtp://mail.example, from: nobody }', 'from must be an e-mail address'],
    ['{ server: smtp://mail.example, from: a@b.example, user: x }', 'user and passwordFile belong together'],
    ['{ server: smtp://mail.example, from: a@b.example, templates: wrong }', 'The template text.txt is wrong'],
  ])('are not configured by %s', async (text, problem) => {
    const wrong = mkdtempSync(join(folder, 'wrong-'));
    writeFileSync(join(wrong, 'text.txt'), '{{passwords}}');
    writeFileSync(join(wrong, 'hooks.yaml'), `mail: ${text.replace('templates: wrong', 'templates: .')}\n`);
    await expect(loadHooks(join(wrong, 'hooks.yaml'))).rejects.toThrow(problem);
  });
});

describe('a template', () => {
  const known = { a: undefined, list: ['b'] };
  const fill = (text: string, values = {}) =>
    new Template(text, known).fill({ a: '<', list: [{ b: '1' }, { b: '2' }], ...values }, (value) => `[${value}]`);

  it('inserts values that are made safe, and repeats lists', () => {
    expect(fill('{{a}} {{ a }}{{#list}}-{{b}}{{a}}{{/list}}.')).toBe('[<] [<]-[1][<]-[2][<].');
    expect(fill('{{#list}}x{{/list}}', { list: [] })).toBe('');
    expect(fill('a\n{{#list}}\n{{b}}\n{{/list}}\nz')).toBe('a\n[1]\n[2]\nz');
  });

  it.each(['{{b}}', '{{c}}', '{{constructor}}', '{{#a}}{{/a}}', '{{#list}}', '{{/list}}', '{{list}}'])(
    '%s is wrong',
    (text) => {
      expect(() => new Template(text, known)).toThrow(SyntaxError);
    },
  );
});
