import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, sessionOf, startHarness } from '../../../test/support/service/harness.ts';
import { callMount, type MountCall } from '../../../test/support/service/mount-request.ts';
import { uploadChunks } from '../../../test/support/service/upload-chunks.ts';
import { StorageError } from '../common/storage-error.ts';
import { emailAddress } from '../domain/account-names.ts';
import { createScimToken, listKeys, revokeKey } from '../operator/manage-keys.ts';
import { completeSignIn } from '../sign-in/complete-sign-in.ts';
import { readAudit } from '../storage/audit-log.ts';
import { ScimMount } from './scim-mount.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const patch = (...Operations: readonly object[]) => ({ schemas: [patchSchema], Operations });

describe('accounts by SCIM', () => {
  let harness: Harness;
  let mount: ScimMount;
  let token: string;
  let removing: string;
  let others: string;
  beforeAll(async () => {
    harness = await startHarness({ guessLimits: undefined });
    const { state, store } = harness.service;
    mount = new ScimMount({ state, store, base: () => 'https://files.example' }, '');
    token = await createScimToken(state, { name: 'entra', clientId: 1001, removes: false });
    removing = await createScimToken(state, { name: 'okta', clientId: 1001, removes: true });
    others = await createScimToken(state, { name: 'others', clientId: 2147483647, removes: true });
  });
  afterAll(() => harness.close());

  const call = async (method: string, target: string, body?: unknown, rest: MountCall & { token?: string } = {}) => {
    const headers = { Authorization: `Bearer ${rest.token ?? token}`, ...rest.headers };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await callMount(mount, method, target, { ...rest, body: rest.body ?? text, headers });
    return { ...response, json: response.text === '' ? undefined : JSON.parse(response.text) };
  };
  let made = 0;
  const create = async (rest: object = {}) => {
    made += 1;
    const name = `user${made}@demo.example`;
    const { json, status } = await call('POST', 'Users', { schemas: [userSchema], userName: name, ...rest });
    expect(status, JSON.stringify(json)).toBe(201);
    return json as { readonly id: string; readonly userName: string; readonly meta: { readonly version: string } };
  };

  it('creates and reads a user in the form of RFC 7644, 3.3', async () => {
    const created = await call('POST', 'Users', {
      schemas: [userSchema],
      userName: 'bjensen',
      externalId: 'bjensen-at-home',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [
        { value: 'babs@jensen.example', type: 'home' },
        { value: 'bjensen@demo.example', type: 'work' },
      ],
      password: 't1meMa$heen',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: 701984 },
    });
    const { id } = created.json;
    const time = new Date(harness.now()).toISOString();
    expect(created).toMatchObject({
      status: 201,
      json: {
        schemas: [userSchema],
        id,
        userName: 'bjensen',
        externalId: 'bjensen-at-home',
        name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
        active: true,
        emails: [{ value: 'bjensen@demo.example', type: 'work', primary: true }],
        meta: { resourceType: 'User', created: time, lastModified: time },
      },
    });
    expect(created.text).not.toMatch(/t1meMa|701984/);
    expect(created.headers.get('location')).toBe(`https://files.example/scim/v2/Users/${id}`);
    expect(created.headers.get('content-type')).toBe('application/scim+json');
    expect((await call('GET', `Users/${id}`)).json).toEqual(created.json);
    const head = await call('HEAD', `Users/${id}`);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', created.json.meta.version]);
    const { passwordHash } = await harness.service.state.db
      .selectFrom('accounts')
      .select('password_hash as passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toBe(null);
  });

  it('finds users by filters, pages and attributes', async () => {
    const { id, userName } = await create({ externalId: 'x "quoted" 1', displayName: 'One' });
    const find = async (filter: string, rest = '') => {
      const { json } = await call('GET', `Users?filter=${encodeURIComponent(filter)}${rest}`);
      return json.Resources?.map((each: { id: string }) => each.id) ?? `${json.status} ${json.scimType}`;
    };
    expect(await find(`userName eq "${userName.toUpperCase()}"`)).toEqual([id]);
    expect(await find(`USERNAME Eq "${userName}" and active eq True`)).toEqual([id]);
    expect(await find('externalId eq "x \\"quoted\\" 1" AND emails.value eq "nobody@demo.example"')).toEqual([]);
    expect(await find(`${userSchema}:externalId eq "x \\"quoted\\" 1"`)).toEqual([id]);
    expect(await find('externalId eq "X \\"quoted\\" 1"')).toEqual([]);
    for (const bad of ['userName co "a"', 'userName eq', 'userName eq "a" or active eq true', 'title eq "x"', '"'])
      expect(await find(bad), bad).toBe('400 invalidFilter');
    expect(await find(Array(11).fill('active eq true').join(' and '))).toBe('400 invalidFilter');
    const ids: string[] = [];
    for (let startIndex = 1; ; startIndex += 2) {
      const { json } = await call('GET', `Users?startIndex=${startIndex}&count=2&attributes=userName`);
      expect(json).toMatchObject({ startIndex, itemsPerPage: json.Resources.length });
      for (const each of json.Resources) {
        expect(Object.keys(each)).toEqual(['schemas', 'id', 'userName']);
        ids.push(each.id);
      }
      if (ids.length === json.totalResults) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(id);
    expect((await call('GET', 'Users?count=0')).json).toMatchObject({ totalResults: ids.length, Resources: [] });
    expect((await call('GET', 'Users?startIndex=-3&count=-1')).json).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await call('GET', 'Users?count=many')).json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    const some = (await call('GET', `Users/${id}?excludedAttributes=meta,emails.type,${userSchema}:displayName`)).json;
    expect(some).toEqual({
      schemas: [userSchema],
      id,
      userName,
      externalId: 'x "quoted" 1',
      active: true,
      emails: [{ value: userName, primary: true }],
    });
  });

  it('replaces a user; what is left out is removed, and it stays as active as it was', async () => {
    const { id, userName } = await create({ externalId: 'e', displayName: 'D', active: false });
    harness.pass(1_000);
    const { json } = await call('PUT', `Users/${id}`, { schemas: [userSchema], id: 'x', userName, name: null });
    expect(json).toMatchObject({ id, active: false, meta: { lastModified: new Date(harness.now()).toISOString() } });
    expect(Object.keys(json)).not.toContain('displayName');
    expect((await call('PUT', `Users/${id}`, { userName: 'another' })).json).toMatchObject({
      scimType: 'invalidValue',
    });
  });

  it('changes a user as Entra ID, Okta and the RFC write it', async () => {
    const { id } = await create();
    const changed = async (...operations: readonly object[]) => {
      const { json, status } = await call('PATCH', `Users/${id}`, patch(...operations));
      return status === 200 ? json : `${status} ${json.scimType}`;
    };
    // Microsoft Entra ID.
    const entra = await changed(
      { op: 'Add', path: 'name.givenName', value: 'Ada' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@demo.example' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      { op: 'Replace', value: { displayName: 'Ada L.', 'name.familyName': 'Lovelace', id: 'x' } },
      { op: 'Replace', path: 'active', value: 'False' },
    );
    const name = { givenName: 'Ada', familyName: 'Lovelace' };
    const emails = [{ value: 'ada@demo.example', type: 'work', primary: true }];
    expect(entra).toMatchObject({ id, name, displayName: 'Ada L.', active: false, emails });
    expect(JSON.stringify(entra)).not.toContain('Sales');
    // Okta.
    expect(await changed({ op: 'replace', value: { active: true } })).toMatchObject({ active: true, name });
    // RFC 7644, 3.5.2.
    expect(await changed({ op: 'remove', path: 'name.givenName' })).toMatchObject({ name: { familyName: 'Lovelace' } });
    const more = [{ value: 'babs@demo.example', type: 'home', primary: true }];
    expect(await changed({ op: 'add', value: { emails: more, nickname: 'Babs' } })).toMatchObject({
      emails: [{ value: 'babs@demo.example' }],
    });
    expect(await changed({ op: 'add', path: `${userSchema}:name`, value: name })).toMatchObject({ name });
    expect(await changed({ op: 'remove', path: 'displayName' })).not.toHaveProperty('displayName');
    expect(await changed({ op: 'remove' })).toBe('400 noTarget');
    expect(await changed({ op: 'move', path: 'active', value: true })).toBe('400 invalidSyntax');
    expect(await changed({ op: 'replace', path: 'emails[', value: 1 })).toBe('400 invalidPath');
    expect(await changed({ op: 'replace', path: 'name[a eq 1]', value: {} })).toBe('400 invalidPath');
    expect(await changed({ op: 'replace', path: 'id', value: 'x' })).toBe('400 mutability');
    expect(await changed({ op: 'replace', path: 'active', value: 'perhaps' })).toBe('400 invalidValue');
    expect(await changed({ op: 'remove', path: 'userName' })).toBe('400 invalidValue');
    // Only true activates an account.
    await changed({ op: 'replace', path: 'active', value: false });
    expect(await changed({ op: 'remove', path: 'active' })).toMatchObject({ active: false });
    expect(await changed({ op: 'replace', value: { active: null } })).toMatchObject({ active: false });
    expect(await changed()).toBe('400 invalidSyntax');
  });

  it('changes a user only in the version that was read', async () => {
    const { id, meta } = await create();
    const rename = (value: string, etag: string) =>
      call('PATCH', `Users/${id}`, patch({ op: 'add', path: 'displayName', value }), { headers: { 'If-Match': etag } });
    const renamed = await rename('first', meta.version);
    expect(renamed.status).toBe(200);
    expect((await rename('second', meta.version)).json).toMatchObject({ status: '412' });
    expect((await rename('third', '*')).status).toBe(200);
    const { json } = await call('GET', `Users/${id}`);
    const again = { headers: { 'If-None-Match': json.meta.version } };
    expect(await call('GET', `Users/${id}`, undefined, again)).toMatchObject({ status: 304, text: '' });
    const race = await Promise.all([1, 2, 3].map((each) => rename(`race ${each}`, json.meta.version)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('gives an address that many want at once to one account', async () => {
    const email = (value: string) => patch({ op: 'replace', value: { emails: [{ value }] } });
    for (const round of [1, 2, 3, 4, 5]) {
      const wanted = `wanted${round}@demo.example`;
      const { id } = await create();
      const { id: other } = await create();
      const calls = [id, other].map((each) => call('PATCH', `Users/${each}`, email(wanted)));
      const created = call('POST', 'Users', { userName: wanted });
      const statuses = (await Promise.all([...calls, created])).map(({ status }) => status);
      expect([...statuses].sort()).toEqual([statuses[2] === 201 ? 201 : 200, 409, 409]);
    }
  });

  it('ends sessions and keys of a deactivated account with the next request', async () => {
    const { state } = harness.service;
    const { id } = (await call('GET', 'Users?filter=userName%20eq%20%22anna%22')).json.Resources[0];
    const apiKey = { id: (await uploadChunks(harness))('', 0).apiKey.id, name: 'all', clientId: null };
    const email = emailAddress('anna@demo.example');
    const signIn = async () => {
      const signedIn = { requestId: 'r', apiKey, clientId: 1001, kind: 'OIDC', email } as const;
      return await state.commits.run((transaction) => completeSignIn(transaction, state, signedIn));
    };
    const send = async () => {
      const chunk = { ChunkData: new Blob(['x']), Offset: 0n, BytesRead: 1, isLastChunk: true };
      const request = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName: 'a.txt', ...chunk };
      return (await harness.client.AppendChunkWithFolderAccessKey(request)).ErrorMessage;
    };
    const session = (await signIn()).Token ?? '';
    expect([await send(), await sessionOf(harness, session)]).toMatchObject(['', {}]);
    await call('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(await send()).toBe('The folder access key is not valid.');
    expect(await sessionOf(harness, session)).toBeUndefined();
    await expect(signIn()).rejects.toThrow('The sign-in was not accepted.');
    await call('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect([await send(), (await signIn()).ErrorMessage]).toEqual(['', '']);
    const entries = [];
    for await (const entry of readAudit(state.db, 0)) if (entry.subject === `account:${id}`) entries.push(entry);
    expect(entries.slice(-3)).toMatchObject([
      { actor: 'scim-token:entra', action: 'account.deactivated', details: { sessions: 1 } },
      { actor: 'scim-token:entra', action: 'account.reactivated' },
      { action: 'signed-in' },
    ]);
  });

  it('removes an account with its files only by a token that may', async () => {
    const { id, userName } = await create();
    expect((await call('DELETE', `Users/${id}`)).json).toMatchObject({ status: '403' });
    expect((await call('DELETE', `Users/${id}`, undefined, { token: removing })).status).toBe(204);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'PUT' ? { userName } : patch({ op: 'remove', path: 'displayName' });
      expect((await call(method, `Users/${id}`, body, { token: removing })).status, method).toBe(404);
    }
    expect((await call('POST', 'Users', { userName })).status).toBe(201);
  });

  it('rejects what cannot be an account of the tenant', async () => {
    const refused = async (body: unknown) => {
      const { json } = await call('POST', 'Users', body);
      return `${json.status} ${json.scimType}`;
    };
    expect(await refused({ userName: 'ANNA', emails: [{ value: 'a2@demo.example' }] })).toBe('409 uniqueness');
    expect(await refused({ userName: 'a3', emails: [{ value: 'Anna@demo.example' }] })).toBe('409 uniqueness');
    expect(await refused({ userName: 'bob', emails: [{ value: 'b2@demo.example' }] })).toBe('409 uniqueness');
    expect(await refused({ userName: 'someone@other.example' })).toBe('400 invalidValue');
    expect(await refused({ userName: '../anna', emails: [{ value: 'a4@demo.example' }] })).toBe('400 invalidValue');
    expect(await refused({ userName: 'a5', emails: [] })).toBe('400 invalidValue');
    expect(await refused({ userName: 12345678901234567890n.toString() })).toBe('400 invalidValue');
    expect(await refused('{"userName":"a6@demo.example","externalId":12345678901234567890}')).toBe('400 invalidValue');
    expect(await refused({ userName: 'a7@demo.example', externalId: 'x'.repeat(257) })).toBe('400 invalidValue');
    expect(await refused({ userName: 'a8@demo.example', USERNAME: 'a9@demo.example' })).toBe('400 invalidSyntax');
    expect(await refused('{')).toBe('400 invalidSyntax');
    expect(await refused('[]')).toBe('400 invalidSyntax');
    expect(await refused(`${'['.repeat(17)}${']'.repeat(17)}`)).toBe('400 invalidSyntax');
    expect(await refused(' '.repeat(65 * 1024))).toBe('413 undefined');
    const utf16 = await call('POST', 'Users', undefined, { body: Buffer.from('{}', 'utf16le').fill(0xff) });
    expect(utf16.json).toMatchObject({ scimType: 'invalidSyntax' });
    expect((await call('POST', 'Users', '{}', { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
  });

  it('responds to failures of the storage as to every caller, and logs them', async () => {
    const { state, store } = harness.service;
    const responses: unknown[] = [];
    for (const code of ['busy', 'full', 'read-only', 'lost-database', 'failed'] as const) {
      const commits = { ...state.commits, run: () => Promise.reject(new StorageError(code, '/secret/path')) };
      const broken = new ScimMount({ state: { ...state, commits }, store, base: () => '' }, '');
      const headers = { Authorization: `Bearer ${token}` };
      const body = JSON.stringify({ userName: 'stored@demo.example' });
      const response = await callMount(broken, 'POST', 'Users', { headers, body });
      expect(response.text).not.toContain('/secret');
      responses.push([response.status, response.headers.get('retry-after')]);
    }
    expect(responses).toEqual([
      [503, '1'],
      [507, undefined],
      [503, '1'],
      [503, '1'],
      [500, undefined],
    ]);
    const lines = harness.log.filter((line) => line.includes('storage failed'));
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(['busy', 'full', 'read-only', 'lost-database']);
  });

  it('says what it supports', async () => {
    const config = (await call('GET', 'ServiceProviderConfig')).json;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    expect((await call('GET', 'ResourceTypes')).json).toMatchObject({ totalResults: 1, Resources: [{ id: 'User' }] });
    const schema = (await call('GET', `Schemas/${userSchema}`)).json;
    expect(schema.attributes.map(({ name }: { name: string }) => name)).toEqual([
      'userName',
      'externalId',
      'displayName',
      'active',
      'name',
      'emails',
    ]);
    const statuses = ['Groups', 'Bulk', 'Me', 'Users/%zz', 'Schemas/x', 'constructor', '', 'Users/a/b'].map(
      async (path) => (await call('GET', path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 501, 501, 404, 404, 404, 404, 404]);
    expect((await call('POST', 'Schemas', {})).status).toBe(405);
    expect((await call('DELETE', 'Users')).status).toBe(405);
  });

  it('accepts none of 100 forged requests', async () => {
    const { state } = harness.service;
    const revoked = await createScimToken(state, { name: 'revoked', clientId: 1001, removes: true });
    await revokeKey(state, 'scim-token', 'revoked');
    const { id, meta } = await create();
    const before = await state.db.selectFrom('accounts').selectAll().orderBy('id').execute();
    const targets: readonly (readonly [method: string, target: string, body?: unknown])[] = [
      ['GET', 'Users'],
      ['GET', `Users/${id}`],
      ['POST', 'Users', { userName: 'forged@demo.example' }],
      ['PUT', `Users/${id}`, { userName: 'forged@demo.example' }],
      ['PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', `Users/${id}`],
      ['GET', 'ServiceProviderConfig'],
    ];
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
    const tokens = ['', revoked, flipped, token.toUpperCase(), `${token}x`, token.slice(1), 'key-for-all', '*', 'null'];
    const authorizations = [
      ...tokens.map((each) => `Bearer ${each}`),
      token,
      `Basic ${Buffer.from(`entra:${token}`).toString('base64')}`,
      `Bearer ${token}, Bearer ${token}`,
    ];
    let forged = 0;
    for (const Authorization of authorizations) {
      for (const [method, target, body] of targets) {
        const { status } = await call(method, target, body, { headers: { Authorization } });
        expect(status, `${Authorization} ${method} ${target}`).toBe(401);
        forged += 1;
      }
    }
    // A valid token of another tenant.
    for (const path of [id, `${id}?x`, `%2e%2e/${id}`, `../Users/${id}`, `${id}/`]) {
      for (const [method, , body] of targets.slice(3, 6)) {
        const { status } = await call(method, `Users/${path}`, body, { token: others });
        expect([400, 404], `${method} ${path}`).toContain(status);
        forged += 1;
      }
    }
    // A replayed change of an older version.
    const rename = patch({ op: 'replace', path: 'displayName', value: 'replayed' });
    for (let again = 0; again < 2; again += 1) {
      const headers = { 'If-Match': again === 0 ? '"x"' : meta.version.slice(1) };
      expect((await call('PATCH', `Users/${id}`, rename, { headers })).status).toBe(412);
      forged += 1;
    }
    expect(forged).toBeGreaterThanOrEqual(100);
    expect(await state.db.selectFrom('accounts').selectAll().orderBy('id').execute()).toEqual(before);
    expect((await call('GET', 'Users', undefined, { token: others })).json.Resources).toMatchObject([
      { userName: 'bob' },
    ]);
  });

  it('keeps hashes and the last use of tokens only, and counts guesses', async () => {
    const { state, store } = harness.service;
    await state.keyUse.save();
    const listed = await listKeys(state, 'scim-token');
    expect(listed.find(({ name }) => name === 'entra')).toMatchObject({ scope: 1001, usedFrom: '192.0.2.9' });
    expect(JSON.stringify(await state.db.selectFrom('scim_tokens').selectAll().execute())).not.toContain(token);
    expect(harness.log.join('')).not.toContain(token);
    const actions = new Set<string>();
    for await (const { action } of readAudit(state.db, 0)) actions.add(action);
    const all = ['account.created', 'account.changed', 'account.deactivated', 'account.reactivated', 'account.removed'];
    expect([...actions]).toEqual(expect.arrayContaining([...all, 'scim-token.created', 'scim-token.revoked']));
    const limited = await startHarness({
      guessLimits: {
        key: { failures: 3, within: 60 },
        account: { failures: 3, within: 60 },
        address: { failures: 3, within: 60 },
      },
    });
    const guarded = new ScimMount({ state: limited.service.state, store, base: () => '' }, '');
    const statuses: number[] = [];
    for (let guess = 0; guess < 4; guess += 1) {
      const headers = { Authorization: `Bearer guess-${guess}` };
      const response = await callMount(guarded, 'GET', 'Users', { headers });
      statuses.push(response.status);
      if (guess === 3) expect(response.headers.get('retry-after')).toBe('60');
    }
    await limited.close();
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});
