import { describe, expect, it } from 'vitest';
import { failure, opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import {
  attributeName,
  children,
  defaulted,
  END,
  fixed,
  int,
  QName,
  readAttribute,
  requiredAttribute,
  rootStartTag,
  startTag,
  string,
  tag,
  token,
  wildcard,
  writeAttribute,
  writeOtherAttributes,
} from '../index.ts';
import { withDefaults } from './limits.ts';

const id = attributeName('', 'id');
const shared = attributeName('urn:a', 'id');
const language = attributeName('http://www.w3.org/XML/1998/namespace', 'lang');
const root = rootStartTag('urn:u', 'r');

describe('reading attributes', () => {
  it('finds them by namespace and local name, with any prefix', () => {
    const reader = opened('<r xmlns="urn:u" xmlns:p="urn:a" xmlns:q="urn:a" id="1" q:id="2" xml:lang="en"/>');
    expect(reader.attribute(id)).toBe('1');
    expect(reader.attribute(shared)).toBe('2');
    expect(reader.attribute(language)).toBe('en');
    expect(reader.attribute(attributeName('urn:u', 'id'))).toBeUndefined();
    expect(reader.attribute(attributeName('', 'i'))).toBeUndefined();
    expect(reader.child(children())).toBe(END);
  });

  it('resolves references and normalises white space', () => {
    expect(opened('<r id="a&#x20AC;&lt;&#10;b\r\nc\td&#9;"/>').attribute(id)).toBe('a€<\nb c d\t');
    expect(opened("<r id='\"é'/>").attribute(id)).toBe('"é');
  });

  it('resolves five thousand references and tabs in one value, in their order', () => {
    const texts = Array.from({ length: 5_000 }, (_, index) => (index % 2 === 0 ? '&lt;x' : '&gt;\t'));
    const value = opened(`<r id="${texts.join('')}&amp;"/>`).attribute(id);
    expect(value).toBe(`${'<x> '.repeat(2_500)}&`);
  });

  it('finds none in an element without any, also after one that had some', () => {
    const reader = opened('<r id="1"><f/></r>');
    expect(reader.child(children(tag('', 'f')))).toBe(0);
    expect(reader.attribute(id)).toBeUndefined();
    expect(reader.otherAttributes([])).toEqual([]);
  });

  it('keeps unknown ones, except those of xsi and xmlns', () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="x" xsi:schemaLocation="a b"';
    const reader = opened(`<r xmlns:p="urn:a" ${xsi} id="1" p:id="2" b="3&amp;" xml:lang="en"/>`);
    expect(reader.otherAttributes([id, language])).toEqual([
      { namespace: 'urn:a', local: 'id', value: '2' },
      { namespace: '', local: 'b', value: '3&' },
    ]);
    expect(reader.otherAttributes([id], wildcard('##other', 'urn:u')).map(({ local }) => local)).toEqual([
      'id',
      'lang',
    ]);
  });

  it('R5: puts their name into the path of errors, and never their value', () => {
    const open = () => {
      const reader = opened('<r><a/><f id="secret"/></r>');
      const table = children(tag('', 'a'), tag('', 'f'));
      reader.child(table);
      reader.skip();
      reader.child(table);
      return reader;
    };
    expect(failure(() => readAttribute(open(), id, int))).toEqual(['value', 'r/f/@id']);
    expect(() => readAttribute(open(), id, int)).not.toThrow('secret');
    expect(failure(() => requiredAttribute(open(), shared, int))).toEqual(['missing-attribute', 'r/f/@id']);
    expect(requiredAttribute(open(), id, string)).toBe('secret');
  });

  it('applies default and fixed values to absent ones, and validates the others', () => {
    const size = defaulted(int, '5');
    const version = fixed(token, '1.0');
    expect(readAttribute(opened('<r/>'), id, size)).toBe(5);
    expect(readAttribute(opened('<r id="7"/>'), id, size)).toBe(7);
    expect(readAttribute(opened('<r/>'), id, version)).toBe('1.0');
    expect(readAttribute(opened('<r id=" 1.0 "/>'), id, version)).toBe('1.0');
    expect(failure(() => readAttribute(opened('<r id="2.0"/>'), id, version))).toEqual(['value', 'r/@id']);
    // An attribute that is there and empty has no default.
    expect(failure(() => readAttribute(opened('<r id=""/>'), id, size))).toEqual(['value', 'r/@id']);
    expect(readAttribute(opened('<r id=""/>'), id, defaulted(string, 'x'))).toBe('');
    expect(readAttribute(opened('<r/>'), id, string)).toBeUndefined();
  });

  it('accepts QNames whose prefix the element itself declares', () => {
    const reader = opened('<r xmlns="urn:d"><f xmlns:p="urn:p" id="p:x" b="y"/></r>');
    reader.child(children(tag('urn:d', 'f')));
    expect(readAttribute(reader, id, QName)).toEqual({ namespace: 'urn:p', local: 'x' });
    expect(readAttribute(reader, attributeName('', 'b'), QName)).toEqual({ namespace: 'urn:d', local: 'y' });
    expect(failure(() => readAttribute(opened('<r id="z:x"/>'), id, QName))).toEqual(['value', 'r/@id']);
  });

  it('limits their number and length', () => {
    const limits = withDefaults({ maxAttributes: 2, maxAttributeValueBytes: 4 });
    expect(opened('<r a="1" id="1234"/>', { limits }).attribute(id)).toBe('1234');
    expect(failure(() => opened('<r a="1" b="2" c="3"/>', { limits }))[0]).toBe('limit');
    expect(failure(() => opened('<r id="12345"/>', { limits }))[0]).toBe('limit');
  });
});

describe('writing attributes', () => {
  it('puts them into the start tag, escaped, with a prefix if they are in a namespace', () => {
    const prefixed = attributeName('urn:a', 'id', 'p');
    const within = rootStartTag('urn:u', 'r', { p: 'urn:a' });
    const xml = written(within, (writer) => {
      writeAttribute(writer, id, string, 'a<"&\'\n\t\r€');
      writeAttribute(writer, prefixed, int, 5);
      writeAttribute(writer, language, token, 'en');
      writeAttribute(writer, attributeName('', 'none'), int, undefined);
      writer.content();
      writer.text(tag('urn:u', 'f'), 'x');
    });
    expect(xml).toBe(
      '<r xmlns="urn:u" xmlns:p="urn:a" id="a&lt;&quot;&amp;&apos;&#xA;&#x9;&#xD;€" p:id="5" xml:lang="en"><f>x</f></r>',
    );
    const reader = opened(xml);
    expect(reader.attribute(id)).toBe('a<"&\'\n\t\r€');
    expect(reader.attribute(shared)).toBe('5');
  });

  it('closes an element without content', () => {
    const item = startTag('urn:u', 'f');
    const xml = written(root, (writer) => {
      writer.content();
      writer.open(item);
      writer.attribute(id, '1');
      writer.close(item);
      writer.open(item);
      writer.content();
      writer.chars('a<b');
      writer.close(item);
    });
    expect(xml).toBe('<r xmlns="urn:u"><f id="1"/><f>a&lt;b</f></r>');
  });

  it('declares a prefix that the root lacks, each namespace once', () => {
    const xml = written(root, (writer) => {
      writer.attribute(shared, '1');
      writer.attribute(attributeName('urn:a', 'other'), '2');
      writeAttribute(writer, id, QName, { namespace: 'urn:b', local: 'n' });
    });
    expect(xml).toBe('<r xmlns="urn:u" xmlns:_1="urn:a" _1:id="1" _1:other="2" xmlns:_2="urn:b" id="_2:n"/>');
    expect(readAttribute(opened(xml), id, QName)).toEqual({ namespace: 'urn:b', local: 'n' });
  });

  it('R5: puts their name into the path of errors', () => {
    const fails = (write: Parameters<typeof written>[1]) => failure(() => written(root, write));
    expect(fails((writer) => writeAttribute(writer, id, int, 1.5))).toEqual(['value', 'r/@id']);
    expect(fails((writer) => writeAttribute(writer, id, string, '\0'))).toEqual(['value', 'r/@id']);
    expect(
      fails((writer) => {
        throw writer.missingAttribute(id);
      }),
    ).toEqual(['missing-attribute', 'r/@id']);
    expect(fails((writer) => writeAttribute(writer, id, fixed(int, '1'), 2))).toEqual(['value', 'r/@id']);
    const nowhere = { namespace: '', local: 'n' };
    expect(fails((writer) => writeAttribute(writer, id, QName, nowhere))).toEqual(['value', 'r/@id']);
  });

  it('preserves those of wildcards', () => {
    const list = [
      { namespace: 'urn:a', local: 'x', value: '1' },
      { namespace: '', local: 'y', value: '<&">\n' },
      { namespace: 'http://www.w3.org/XML/1998/namespace', local: 'lang', value: 'en' },
      { namespace: 'urn:"&', local: 'x', value: '' },
    ];
    const xml = written(root, (writer) => {
      writer.attribute(id, '1');
      writeOtherAttributes(writer, list);
    });
    expect(opened(xml).otherAttributes([id])).toEqual(list);
  });

  it('compares those of wildcards with the attributes of their own start tag alone', () => {
    const item = startTag('urn:u', 'f');
    const other = [{ namespace: '', local: 'id', value: '2' }];
    const xml = written(root, (writer) => {
      writer.attribute(id, '1');
      writer.content();
      writer.open(item);
      writeOtherAttributes(writer, other);
      writer.close(item);
    });
    expect(xml).toBe('<r xmlns="urn:u" id="1"><f id="2"/></r>');
  });

  it('calls getters once, so that the validated value is written', () => {
    let asked = 0;
    const sly = {
      namespace: 'urn:a',
      value: '1',
      get local() {
        return asked++ === 0 ? 'x' : 'x="" injected';
      },
    };
    const xml = written(root, (writer) => writeOtherAttributes(writer, [sly]));
    expect(opened(xml).attributes()).toEqual([{ namespace: 'urn:a', local: 'x', value: '1' }]);
  });

  it('rejects those that no wildcard allows, by name', () => {
    const write = (attribute: object) =>
      failure(() =>
        written(root, (writer) => {
          writer.attribute(id, '1');
          // Values of other types come from callers in JavaScript.
          writeOtherAttributes(
            writer,
            [{ namespace: '', local: 'a', value: '', ...attribute }],
            wildcard(
              [
                '##local',
                'urn:a',
                'http://www.w3.org/2000/xmlns/',
                'http://www.w3.org/2001/XMLSchema-instance',
                'urn:\0',
              ],
              'urn:u',
            ),
          );
        }),
      );
    expect(write({})).toEqual(['', 'nothing was thrown']);
    expect(write({ local: 'id' })).toEqual(['value', 'r/@id']);
    expect(write({ local: 'p:a' })).toEqual(['value', 'r/@p:a']);
    expect(write({ local: 'xmlns' })[0]).toBe('value');
    expect(write({ namespace: 'http://www.w3.org/2000/xmlns/' })[0]).toBe('value');
    expect(write({ namespace: 'http://www.w3.org/2001/XMLSchema-instance', local: 'type' })[0]).toBe('value');
    expect(write({ namespace: 'urn:u' })[0]).toBe('value');
    expect(write({ namespace: 'urn:\0' })[0]).toBe('value');
    expect(write({ value: 5 })[0]).toBe('value');
    expect(write({ value: '\ud800' })[0]).toBe('value');
    expect(write({ local: undefined })[0]).toBe('value');
  });
});
