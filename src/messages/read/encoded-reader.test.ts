import { describe, expect, it } from 'vitest';
import { arrayOf, encodedWsdl, typedPart } from '../../../test/support/generator/encoded-wsdl.ts';
import { contractOfWsdl } from '../../../test/support/generator/wsdl-contract.ts';
import { serviceFor } from '../../emit/index.ts';
import { compareRecorded } from '../samples/compare-recorded.ts';
import type { DeviationFinding } from '../samples/deviation-tally.ts';
import { readMessage } from '../values/read-message.ts';
import { ServiceMessages } from '../values/service-messages.ts';

const contract = contractOfWsdl(
  encodedWsdl({
    types: `<xs:complexType name="Node"><xs:sequence>
        <xs:element name="value" type="xs:int"/><xs:element name="next" type="t:Node" minOccurs="0"/>
        <xs:element name="other" type="t:Node" minOccurs="0"/>
      </xs:sequence></xs:complexType>${arrayOf('Ints', 'xs:int[]')}${arrayOf('Nodes', 't:Node[]')}${arrayOf('Tables', 'xs:int[][]')}`,
    input:
      typedPart('node', 't:Node') +
      typedPart('ints', 't:Ints') +
      typedPart('nodes', 't:Nodes') +
      typedPart('tables', 't:Tables') +
      typedPart('text', 'soapenc:string'),
  }),
);
const service = serviceFor(contract);
const parts = {
  node: '<node><value>1</value></node>',
  ints: '<ints/>',
  nodes: '<nodes/>',
  tables: '<tables/>',
  text: '<text xsi:type="xs:string">a</text>',
};

function deviations(changed: Partial<typeof parts>, beside = '', before = ''): readonly string[] {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test"><s:Body>${before}
    <d:Do xmlns:d="urn:do" s:encodingStyle="x">${Object.values({ ...parts, ...changed }).join('')}</d:Do>${beside}</s:Body></s:Envelope>`;
  const request = { file: 'a.xml', body: new TextEncoder().encode(text) };
  const { findings } = compareRecorded({ exchanges: [{ request }], others: 0, problems: [] }, contract, service);
  return (findings as readonly DeviationFinding[]).map(({ kind, path, count }) => `${kind} ${path} ${count}`);
}

describe('encoded messages', () => {
  it('are compared with types and arrays', () => {
    expect(deviations({})).toEqual([]);
    expect(deviations({ ints: '<ints xsi:type="e:Array" e:arrayType="xs:int[2]"><a>1</a><b>2</b></ints>' })).toEqual(
      [],
    );
    expect(deviations({ ints: '<ints><a>1</a><b>x</b><c xsi:nil="1"/></ints>' })).toEqual([
      'value Do/ints/b 1',
      'nil Do/ints/c 1',
    ]);
    expect(deviations({ tables: '<tables><r><i>1</i><i>x</i></r></tables>' })).toEqual(['value Do/tables/r/i 1']);
    expect(deviations({ nodes: '<nodes><n><value>x</value><new/></n></nodes>' })).toEqual([
      'unknown-element Do/nodes/n/new 1',
      'value Do/nodes/n/value 1',
    ]);
    expect(deviations({ node: '<node><next xsi:nil="1"/><value>1</value></node>' })).toEqual([]);
    expect(deviations({ text: '' })).toEqual(['missing-element Do/text 1']);
    expect(deviations({ text: `${parts.text} stray` })).toEqual(['unexpected-text Do 1']);
  });

  it('have accessors in no namespace that may be left out, even beside a wildcard that admits them', () => {
    const open = contractOfWsdl(
      encodedWsdl({
        types: `<xs:element name="mark" type="xs:int"/><xs:complexType name="Open"><xs:sequence>
          <xs:element name="first" type="xs:int" form="qualified"/><xs:element name="word" type="xs:string"/>
          <xs:element ref="t:mark"/><xs:any namespace="##local urn:any" processContents="skip" minOccurs="0"/>
        </xs:sequence></xs:complexType>`,
        input: typedPart('open', 't:Open'),
      }),
    );
    const read = (content: string) => {
      const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><d:Do xmlns:d="urn:do">${content}</d:Do></s:Body></s:Envelope>`;
      const messages = new ServiceMessages(open, serviceFor(open));
      const [operation] = messages.model.service.operations;
      if (operation === undefined) throw new Error('There is no operation.');
      return readMessage(messages, { operation, direction: 'request' }, new TextEncoder().encode(text));
    };
    const { message, deviations } = read('<open><first>1</first><mark>2</mark><x/></open>');
    expect(message?.body).toMatchObject({ open: { first: 1, mark: 2 } });
    expect(deviations).toEqual([]);
    expect(read('').problems).toEqual([]);
    expect(read('<open><mark>2</mark></open>').problems).toEqual([{ place: 'Do/open/first', reason: 'it is missing' }]);
  });

  it('are compared beyond their references', () => {
    const beside = '<m id="a" e:root="0" xsi:type="t:Node"><value>x</value></m>';
    expect(deviations({ node: '<node href="#a"/>' }, beside)).toEqual(['value Do/node/value 1']);
    expect(deviations({ ints: '<ints href="#b"/>' }, '<m id="b"><i href="#c"/></m><m id="c">x</m>')).toEqual([
      'value Do/ints/i 1',
    ]);
  });

  it('are compared where the root is not the first element', () => {
    const node = '<m id="a" e:root="0"><value>x</value></m>';
    expect(deviations({ node: '<node href="#a"/>' }, '', node)).toEqual(['value Do/node/value 1']);
  });

  it('have references that lead nowhere', () => {
    expect(deviations({ node: '<node href="#z"/>' })).toEqual(['reference Do/node 1']);
    expect(deviations({ node: '<node href="http://elsewhere.example/"/>' })).toEqual(['reference Do/node 1']);
  });

  it('can be circles and bombs, which are compared once', () => {
    const circle = '<m id="a"><value>1</value><next href="#a"/></m>';
    expect(deviations({ node: '<node href="#a"/>' }, circle)).toEqual([]);
    const bomb = Array.from({ length: 200 }, (_, index) => {
      return `<m id="n${index}"><value>x</value><next href="#n${index + 1}"/><other href="#n${index + 1}"/></m>`;
    }).join('');
    const found = deviations({ node: '<node href="#n0"/>' }, `${bomb}<m id="n200"><value>1</value></m>`);
    expect(found).toHaveLength(200);
  });

  it('have a limit of references in references', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => {
      return `<m id="n${index}"><value>1</value><next href="#n${index + 1}"/></m>`;
    }).join('');
    const found = deviations({ node: '<node href="#n0"/>' }, chain);
    expect(found).toEqual([expect.stringMatching(/^reference Do\/node\/next/)]);
  });
});
