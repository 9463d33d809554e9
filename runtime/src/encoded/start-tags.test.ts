import { describe, expect, it } from 'vitest';
import { encodedEnvelope, readStore } from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';
import { closeEnvelope, openEnvelope } from '../soap/envelope-reader.ts';
import { soap11 } from '../soap/version.ts';
import type { ReaderOptions } from '../xml/bytes-reader.ts';
import { withDefaults } from '../xml/limits.ts';
import { readBody } from './index.ts';

/** Reads messages of one sender. */
function receiver(): (content: string, options?: ReaderOptions) => ReturnType<typeof readStore> {
  return (content, options = {}) => {
    const message = new TextEncoder().encode(encodedEnvelope(content));
    const { reader } = openEnvelope(message, soap11, options);
    const value = readBody(reader, readStore);
    closeEnvelope(reader);
    return value;
  };
}

const axis = (id: string, name: string, declarations = ' xmlns:n="urn:people"'): string =>
  `<p:store><person href="#${id}"/></p:store>` +
  `<multiRef id="${id}" enc:root="0" xsi:type="n:Person"${declarations}><name xsi:type="xsd:string">${name}</name></multiRef>`;

describe('a remembered start tag', () => {
  it('is read with the id and the content of each message', () => {
    const read = receiver();
    const ids = ['id0', 'id0', 'a-longer-id', 'i', 'i&#100;', 'id0'];
    const names = ids.map((id, index) => read(axis(id, `Ann ${index}`)).person?.name);
    expect(names).toEqual(ids.map((_, index) => `Ann ${index}`));
  });

  it('has the meaning that its declarations give it', () => {
    const read = receiver();
    read(axis('id0', 'Ann'));
    expect(failure(() => read(axis('id0', 'Ann', ' xmlns:n="urn:other"')))).toEqual(['type', 'store/person']);
    expect(failure(() => read(axis('id0', 'Ann', '')))[0]).toBe('type');
    expect(read(axis('id0', 'Ann')).person?.name).toBe('Ann');
  });

  it('has the meaning that the elements around it give it', () => {
    const read = receiver();
    const around = (namespace: string) =>
      `<p:store xmlns:n="${namespace}"><person href="#a" /></p:store><x id="p" xmlns:n="${namespace}"><y id="a" xsi:type="n:Person"><name>Ann</name></y></x>`;
    for (let time = 0; time < 2; time++) {
      expect(read(around('urn:people')).person?.name).toBe('Ann');
      expect(failure(() => read(around('urn:other')))[0]).toBe('type');
    }
  });

  it('is checked where its value is not plain, and under other limits', () => {
    const read = receiver();
    read(axis('id0', 'Ann'));
    expect(failure(() => read(axis('i<0', 'Ann')))[0]).toBe('ill-formed');
    expect(failure(() => read(axis('i&x;', 'Ann')))[0]).toBe('ill-formed');
    const limits = withDefaults({ maxAttributes: 3 });
    expect(failure(() => receiver()(axis('id0', 'Ann'), { limits }))[0]).toBe('limit');
  });
});
