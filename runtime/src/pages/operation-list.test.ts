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

const textOf = (service: PagesDescription, query = ''): string => {
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
    expect(textOf(service)).toContain('<h3 class="group">Files <span class="count">2</span></h3>');
    expect(textOf(service)).toContain('<h4><a href="?op=PutFile">Put<wbr />File</a></h4>');
  });

  it('P1: the page of an operation links to all of them, and names its own', () => {
    const page = textOf(service, 'op=Login');
    const [side = ''] = /<nav class="side".*<\/nav>/s.exec(page) ?? [];
    expect([...side.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      '?',
      '?op=PutFile',
      '?op=GetFile',
      '?op=Login',
      '?op=Ping',
    ]);
    expect(side).toContain('<a href="?op=Login" aria-current="page">Login</a>');
    expect(textOf(service)).not.toContain('class="side"');
  });
});
