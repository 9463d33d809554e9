import { describe, expect, it } from 'vitest';
import { readStored } from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';

const person = (content: string): string => `<person><name>Ann</name>${content}</person>`;

describe('references', () => {
  it('lead forward to an element beside the root, as Axis 1.x writes it', () => {
    const { person: read } = readStored(
      '<person href="#id0"/>',
      '<multiRef id="id0" enc:root="0" soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="ns1:Person" ' +
        'xmlns:ns1="urn:people"><name xsi:type="xsd:string">Ann</name><age href="#id1"/><home href="#id2"/>' +
        '<work href="#id2"/></multiRef>' +
        '<multiRef id="id1" enc:root="0" xsi:type="xsd:int">7</multiRef>' +
        '<multiRef id="id2" enc:root="0" xsi:type="ns2:Address" xmlns:ns2="urn:people"><street>High</street></multiRef>',
    );
    expect(read).toMatchObject({ name: 'Ann', age: 7, home: { street: 'High' } });
    expect(read?.work).toBe(read?.home);
  });

  it('lead back to an element inside of another one, as PHP writes it', () => {
    const { person: read } = readStored(
      person('<home id="ref1" xsi:type="p:Address"><street>High</street></home><work href="#ref1"/>'),
    );
    expect(read?.work).toEqual({ street: 'High' });
    expect(read?.work).toBe(read?.home);
  });

  it('lead forward to an element inside of another one', () => {
    const { person: read } = readStored(person('<home href="#a"/><work id="a"><street id="s">High</street></work>'));
    expect(read?.home).toEqual({ street: 'High' });
    expect(read?.work).toBe(read?.home);
  });

  it('lead through references to references', () => {
    const { person: read } = readStored(
      person('<home href="#a"/><work href="#b"/>'),
      '<x id="a" href="#b"/><x id="b" href="#c"></x><x id="c"><street>High</street></x>',
    );
    expect(read?.home).toEqual({ street: 'High' });
    expect(read?.work).toBe(read?.home);
  });

  it('lead to nil, where it is allowed', () => {
    expect(readStored(person('<nick href="#a"/>'), '<x id="a" xsi:nil="true"/>').person?.nick).toBe(null);
    const required = () => readStored('<person><name href="#a"/></person>', '<x id="a" xsi:nil="1"/>');
    expect(failure(required)).toEqual(['nil', 'store/person/name']);
    const twice = () => readStored('<person><nick href="#a"/><name href="#a"/></person>', '<x id="a" xsi:nil="1"/>');
    expect(failure(twice)).toEqual(['nil', 'store/person/name']);
  });

  it('are read with the namespaces of the element that they lead to', () => {
    const { person: read } = readStored(
      person('<home href="#a"/><extra xmlns:q="urn:wrong" href="#b"/>'),
      '<x id="a" xmlns:q="urn:people" xsi:type="q:Address"><street>High</street></x>' +
        '<x id="c" xmlns:q="urn:people"><x id="b" xsi:type="q:Address"><street>Low</street></x></x>',
    );
    expect(read?.home).toEqual({ street: 'High' });
    expect(read?.extra).toEqual({ $type: 'Address', street: 'Low', city: undefined });
  });

  it.each([
    ['in order', ['a', 'b', 'c', 'd']],
    ['backwards', ['d', 'c', 'b', 'a']],
    ['in any order, more than once', ['c', 'a', 'c', 'd', 'a', 'b']],
  ])('lead to elements with equal start tags %s', (_, ids) => {
    const items = ids.map((id) => `<x href="#${id}"/>`).join('');
    const targets = ['a', 'b', 'c', 'd']
      .map((id) => `<multiRef id="${id}" xsi:type="p:Person"><name>${id.toUpperCase()}</name></multiRef>`)
      .join('<other enc:root="0"><x/></other>');
    // The second message meets the start tags of the first one.
    for (let time = 0; time < 2; time++) {
      const { person: read } = readStored(person(`<friends>${items}</friends>`), targets);
      expect(read?.friends.map((friend) => friend?.name)).toEqual(ids.map((id) => id.toUpperCase()));
      expect(new Set(read?.friends).size).toBe(new Set(ids).size);
    }
  });

  it('end where they are: the paths of what follows have its own names', () => {
    const wrong = () =>
      readStored(person('<home href="#a"/><work><city/></work>'), '<x id="a"><street>High</street></x>');
    expect(failure(wrong)).toEqual(['missing-element', 'store/person/work/street']);
  });

  it('keep their names in the paths of errors, with the index of an item', () => {
    const wrong = () =>
      readStored(
        person('<friends><x xsi:nil="true"/><x href="#a"/></friends>'),
        '<multiRef id="a"><name>Bo</name><age href="#n"/></multiRef><multiRef id="n">seven</multiRef>',
      );
    expect(failure(wrong)).toEqual(['value', 'store/person/friends/x[1]/age']);
  });

  it.each([
    ['to no element', '<home href="#none"/>'],
    ['out of the message', '<home href="http://example.org/a"/>'],
    ['to an attachment', '<home href="cid:1@example.org"/>'],
    ['to nothing', '<home href=""/>'],
  ])('%s are rejected', (_, content) => {
    expect(failure(() => readStored(person(content)))).toEqual(['reference', 'store/person/home']);
  });

  it.each([
    ['a comment', '<!-- <x id="a"><street>Wrong</street></x> -->'],
    ['a CDATA section', '<x id="b"><![CDATA[</x><x id="a"><street>Wrong</street></x>]]></x>'],
    ['an instruction', '<?x <x id="a"><street>Wrong</street></x>?>'],
    ['an attribute', `<x id='b' y=' id="a">'/>`],
    ['another attribute', '<x id="b" xmlns:p="urn:p" p:id="a" yid="a"/>'],
  ])('do not lead to the text of %s', (_, beside) => {
    const address = `<x y=">" id = 'a'><street>High</street></x>`;
    expect(readStored(person('<home href="#a"/>'), beside + address).person?.home).toEqual({ street: 'High' });
    expect(failure(() => readStored(person('<home href="#a"/>'), beside))[0]).toBe('reference');
  });

  it('lead to ids that are written with character references', () => {
    const address = '<x id="&#97;&amp;"><street>High</street></x>';
    expect(readStored(person('<home href="#a&#38;"/>'), address).person?.home).toEqual({ street: 'High' });
  });

  it('lead to elements inside of those beside the first one', () => {
    const { person: read } = readStored(
      '<person href="#p"/>',
      '<x id="p"><name>Ann</name><home href="#h"/></x><x id="o"><x><x id="h"><street>High</street></x></x></x>',
    );
    expect(read?.home).toEqual({ street: 'High' });
  });

  it('to two elements of the same id are rejected', () => {
    const address = '<x id="a"><street>High</street></x>';
    // The second one is met when the first one was read.
    expect(failure(() => readStored(person('<home href="#a"/>'), address + address))).toEqual(['reference', 'x']);
    const inside = person('<home id="a"><street>A</street></home><work id="a"><street>B</street></work>');
    expect(failure(() => readStored(inside))).toEqual(['reference', 'store/person/work']);
  });

  it('in a circle are rejected with the path', () => {
    const beside = '<x id="a"><name>Bo</name><friends><x href="#b"/></friends></x>';
    const back = '<x id="b"><name>Cy</name><friends><x href="#a"/></friends></x>';
    expect(failure(() => readStored('<person href="#a"/>', beside + back))).toEqual([
      'reference',
      'store/person/friends/x[0]/friends/x[0]',
    ]);
    const inside = '<person id="a"><name>Bo</name><friends><x href="#a"/></friends></person>';
    expect(failure(() => readStored(inside))).toEqual(['reference', 'store/person/friends/x[0]']);
  });

  it('to themselves are rejected', () => {
    expect(failure(() => readStored('<person id="a" href="#a"/>'))).toEqual(['reference', 'store/person']);
    expect(failure(() => readStored('<person href="#a"/>', '<x id="a" href="#b"/><x id="b" href="#a"/>'))).toEqual([
      'reference',
      'store/person',
    ]);
  });

  it('that are not empty are rejected', () => {
    const wrong = () => readStored(person('<home href="#a"><street/></home>'), '<x id="a"/>');
    expect(failure(wrong)[0]).toBe('unexpected-element');
  });

  it('leave the body to one element with a value of its own', () => {
    expect(failure(() => readStored(person(''), '<x id="a"/><p:store/>'))[0]).toBe('unexpected-element');
    expect(readStored(person(''), '<x enc:root="0"/><x id="b"/>').person?.name).toBe('Ann');
  });
});
