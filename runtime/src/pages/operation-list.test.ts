import { describe, expect, it } from 'vitest';
import { pageOf, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import { operationGroups } from './operation-list.ts';
import type { PagesDescription } from './pages-description.ts';

/** @param operations their names, and their groups. */
function grouped(operations: Readonly<Record<string, string | undefined>>): PagesDescription {
  const service = serviceOf([]);
  const [first] = service.operations;
  if (first === undefined) throw new Error('There is no operation.');
  return {
    ...service,
    operations: Object.entries(operations).map(([name, group]) => ({ ...first, name, ...(group && { group }) })),
  };
}

const pageText = (service: PagesDescription, query = ''): string => {
  const { body } = pageOf(service, query);
  return typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
};

describe('groups of operations', () => {
  const service = grouped({ PutFile: 'Files', Ping: undefined, Login: 'Sign-in', GetFile: 'Files' });

  it('P1: are in the order of the contract, the operations without one last', () => {
    expect(
      operationGroups(service).map(({ name, operations }) => [name, ...operations.map((one) => one.name)]),
    ).toEqual([
      ['Files', 'PutFile', 'GetFile'],
      ['Sign-in', 'Login'],
      ['Other operations', 'Ping'],
    ]);
    expect(operationGroups(grouped({ A: undefined, B: undefined })).map(({ name }) => name)).toEqual(['']);
  });

  it('P1: are headings in the list of operations', () => {
    expect(pageText(service)).toContain('<h3 class="group">Files <span class="count">2</span></h3>');
    expect(pageText(service)).toContain('<h4><a href="?op=PutFile">Put<wbr />File</a></h4>');
  });

  it('P1: the page of an operation links to all of them, and names its own', () => {
    const page = pageText(service, 'op=Login');
    const [side = ''] = /<nav class="side".*<\/nav>/s.exec(page) ?? [];
    expect([...side.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      '?',
      '?op=PutFile',
      '?op=GetFile',
      '?op=Login',
      '?op=Ping',
    ]);
    expect(side).toContain('<a href="?op=Login" aria-current="page">Login</a>');
    expect(pageText(service)).not.toContain('class="side"');
    // Above the content and closed, for phones; wide windows show it open beside the content.
    expect(side).toContain('<details><summary>Operations</summary>');
    expect(page.indexOf(side)).toBeLessThan(page.indexOf('<main id="content">'));
    expect(page).toContain('<a class="skip" href="#content">');
  });
});

describe('a list of a hundred operations', () => {
  const names = Array.from({ length: 100 }, (_, index) => `${index % 2 === 0 ? 'Add' : 'Remove'}Item${index}`);
  const service = grouped(Object.fromEntries(names.map((name) => [name, undefined])));
  const linksIn = (page: string): readonly string[] =>
    [...page.matchAll(/<h3><a href="\?op=([^"]*)"/g)].map(([, name = '']) => name);

  it('P1: has a search field, for all words in any case', () => {
    expect(pageText(service)).toContain('<input type="text" id="find" name="find" value=""');
    expect(linksIn(pageText(service))).toEqual(names);
    const found = pageText(service, 'find=ITEM9+remove');
    expect(linksIn(found)).toEqual([
      'RemoveItem9',
      'RemoveItem91',
      'RemoveItem93',
      'RemoveItem95',
      'RemoveItem97',
      'RemoveItem99',
    ]);
    expect(found).toContain('6 of 100');
    expect(found).toContain('value="ITEM9 remove"');
  });

  it('P1: says when nothing is found, and escapes the words', () => {
    const page = pageText(service, 'find=%22%3E%3Cb%3E');
    expect(page).toContain('No operation contains these words.');
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it.each([
    ['AddItem0', 'AddItem0', 'RemoveItem39'],
    ['AddItem50', 'AddItem30', 'RemoveItem69'],
    ['RemoveItem99', 'AddItem60', 'RemoveItem99'],
  ])('P1: the page of %s links to the nearest ones, from %s to %s', (name, first, last) => {
    const [side = ''] = /<nav class="side".*<\/nav>/s.exec(pageText(service, `op=${name}`)) ?? [];
    const linked = [...side.matchAll(/href="\?op=([^"]*)"/g)].map(([, link]) => link);
    expect([linked.length, linked[0], linked.at(-1)]).toEqual([40, first, last]);
    expect(side).toContain('All 100 operations');
    expect(side).toContain(`<a href="?op=${name}" aria-current="page">`);
  });

  it('P1: a short list has no search field', () => {
    expect(pageText(grouped({ A: undefined, B: undefined }), 'find=A')).not.toContain('name="find"');
    expect(linksIn(pageText(grouped({ A: undefined, B: undefined }), 'find=A'))).toEqual(['A', 'B']);
  });
});
