import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';

describe('a share by WebDAV', () => {
  let harness: Harness;
  let served: ServedShares;
  let url: string;
  beforeAll(async () => {
    harness = await startHarness();
    served = await serveShares(harness);
    await served.put('Größe & <1>.txt', 'abc');
    ({ url } = await served.share());
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  const ask = async (path: string, depth: string, body?: string) => {
    const response = await fetch(new URL(path, url), {
      method: 'PROPFIND',
      headers: { Depth: depth },
      ...(body && { body }),
    });
    return { status: response.status, text: await response.text() };
  };
  /** The names and texts of a tree, without its namespaces. */
  const plain = (text: string): string => {
    const { root, data } = readTree(Buffer.from(text));
    const of = (each: TreeElement): string =>
      `${each.local}(${each.children.length > 0 ? each.children.map(of).join(' ') : Buffer.from(data.subarray(each.tagEnd, each.closeTag)).toString()})`;
    return of(root);
  };

  it('lists a folder and its entries with their properties', async () => {
    const { status, text } = await ask('.', '1');
    const path = new URL(url).pathname;
    const time = new Date(harness.now()).toUTCString();
    expect(status).toBe(207);
    expect(plain(text).replace(/creationdate\([^)]+\) /, '')).toBe(
      'multistatus(' +
        `response(href(${path}) propstat(prop(displayname(in) resourcetype(collection())) status(HTTP/1.1 200 OK))) ` +
        `response(href(${path}Gr%C3%B6%C3%9Fe%20%26%20%3C1%3E.txt) propstat(prop(displayname(Größe &amp; &lt;1&gt;.txt) ` +
        'resourcetype() getcontentlength(3) getcontenttype(application/octet-stream) ' +
        'getetag(&quot;ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad&quot;) ' +
        `getlastmodified(${time})) status(HTTP/1.1 200 OK))) ` +
        `response(href(${path}new/) propstat(prop(displayname(new) resourcetype(collection())) status(HTTP/1.1 200 OK))))`,
    );
    expect(plain((await ask('new', '0')).text)).toContain(`href(${path}new/)`);
  });

  it('lists as many entries of a folder as a listing has', async () => {
    const { db } = harness.service.state;
    const some = await db.selectFrom('entries').selectAll().where('name', '=', 'new').executeTakeFirstOrThrow();
    const names = Array.from({ length: 1001 }, (_, index) => `child ${String(index).padStart(4, '0')}`);
    const rows = names.map((name) => ({ ...some, id: name, name, parent_id: some.id }));
    await db.insertInto('entries').values(rows).execute();
    const { text } = await ask('new/', '1');
    expect([
      text.split('<D:response>').length - 2,
      text.includes('child%200999'),
      text.includes('child%201000'),
    ]).toEqual([1000, true, false]);
    await db.deleteFrom('entries').where('parent_id', '=', some.id).execute();
  });

  it('tells the properties that it has from those that it does not have', async () => {
    const prop = '<d:prop><d:resourcetype/><d:quota-used-bytes/><e:x xmlns:e="urn:a&amp;b"/></d:prop>';
    const { text } = await ask('new/', '0', `<d:propfind xmlns:d="DAV:">${prop}</d:propfind>`);
    expect(plain(text)).toContain(
      'propstat(prop(resourcetype(collection())) status(HTTP/1.1 200 OK)) propstat(prop(quota-used-bytes() x()) status(HTTP/1.1 404 Not Found))',
    );
    const names = await ask('new/', '0', '<propfind xmlns="DAV:"><propname/></propfind>');
    expect(plain(names.text)).toContain('prop(displayname() resourcetype())');
  });

  it('refuses what is not a propfind, and every method that changes something', async () => {
    const entity = '<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><allprop/></propfind>';
    for (const body of ['x', '<propfind/>', '<propfind xmlns="DAV:"/>', entity, `<a>${'b'.repeat(9000)}</a>`]) {
      expect((await ask('.', '0', body)).status).toBe(400);
    }
    expect([(await ask('.', 'infinity')).status, (await ask('none', '0')).status]).toEqual([403, 404]);
    for (const method of ['PUT', 'DELETE', 'MKCOL', 'MOVE', 'COPY', 'LOCK', 'PROPPATCH']) {
      const response = await fetch(`${url}new/x`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, GET, HEAD, PROPFIND']);
    }
    const options = await fetch(url, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('dav')]).toEqual([200, '1']);
    const closed = await served.share({ password: 'correct horse' });
    expect((await fetch(closed.url, { method: 'PROPFIND', headers: { Depth: '1' } })).status).toBe(401);
  });
});
