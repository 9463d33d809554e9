import { describe, expect, it } from 'vitest';
import { failure, opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import {
  abstractTypes,
  attributeName,
  childrenOf,
  END,
  rootStartTag,
  startTag,
  tag,
  types,
  xsiType,
} from '../index.ts';

const animal = { namespace: 'urn:u', local: 'Animal' };
const dog = { namespace: 'urn:v', local: 'Dog' };
const animals = types(animal, dog);
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const typed = (attributes: string) => opened(`<r xmlns="urn:u" xmlns:v="urn:v" ${XSI} ${attributes}/>`);

describe('xsi:type', () => {
  it('R6: defaults to the declared type', () => {
    expect(typed('').type(animals)).toBe(0);
    expect(opened('<r/>').type(animals)).toBe(0);
  });

  it('R6: names the declared type or one derived from it, by any prefix', () => {
    expect(typed('xsi:type="Animal"').type(animals)).toBe(0);
    expect(typed('xsi:type=" v:Dog&#10;"').type(animals)).toBe(1);
    expect(typed('xmlns:w="urn:v" xsi:type="w:Dog"').type(animals)).toBe(1);
    expect(opened(`<r xmlns="urn:v" ${XSI} xsi:type="Dog"/>`).type(animals)).toBe(1);
  });

  it('R6: is rejected if it is unrelated or unknown', () => {
    for (const name of ['Dog', 'v:Animal', 'none:Dog', ':Dog', '', 'v:', 'v:Dog:x']) {
      expect(failure(() => typed(`xsi:type="${name}"`).type(animals))).toEqual(['type', 'r']);
    }
  });

  it('R6: must name another type if the declared one is abstract', () => {
    const all = abstractTypes(animal, dog);
    expect(typed('xsi:type="v:Dog"').type(all)).toBe(1);
    expect(failure(() => typed('').type(all))).toEqual(['type', 'r']);
    expect(failure(() => typed('xsi:type="Animal"').type(all))).toEqual(['type', 'r']);
    expect(() => opened('<r/>').type(all)).toThrow('Animal is abstract');
  });

  it('R6: that was read is not validated again by the selected type', () => {
    const table = childrenOf(dog, tag('urn:v', 'name'));
    const reader = typed('id="1" xsi:type="v:Dog"');
    expect(reader.type(animals)).toBe(1);
    expect(reader.attribute(attributeName('', 'id'))).toBe('1');
    expect(reader.next(childrenOf(animal))).toBe(END);
    expect(typed('xsi:type="v:Dog"').next(table)).toBe(END);
    expect(failure(() => typed('xsi:type="Animal"').next(table))).toEqual(['type', 'r']);
    // That it is nil is still looked at.
    const nil = typed('xsi:type="v:Dog" xsi:nil="1"');
    nil.type(animals);
    expect(failure(() => nil.next(table))).toEqual(['nil', 'r']);
    const asked = typed('xsi:type="v:Dog" xsi:nil="1"');
    asked.type(animals);
    expect(asked.nil()).toBe(true);
  });

  it('is written with the declarations that it needs, and read back', () => {
    const root = rootStartTag('urn:u', 'r', { v: 'urn:v' });
    const xml = written(root, (writer) => {
      writer.type(xsiType('urn:v', 'Dog'));
      writer.attribute(attributeName('', 'id'), '1');
      writer.content();
      writer.open(startTag('urn:u', 'f'));
      writer.type(xsiType('urn:u', 'Animal'));
      writer.close(startTag('urn:u', 'f'));
    });
    const reader = opened(xml);
    expect(reader.type(animals)).toBe(1);
    expect(reader.otherAttributes([])).toEqual([{ namespace: '', local: 'id', value: '1' }]);
    reader.next(childrenOf(dog, tag('urn:u', 'f')));
    expect(reader.type(animals)).toBe(0);
  });
});
