import { describe, expect, it } from 'vitest';
import { wsdlText } from '../../emit/wsdl.ts';
import { catalogued } from '../wsdl/catalogue/catalogue.ts';
import { componentDifferences } from '../wsdl/component-differences.ts';
import { loadWsdl } from '../wsdl/index.ts';
import { loadContract } from './index.ts';

const head = `soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
namespaces: { soapenc: "http://schemas.xmlsoap.org/soap/encoding/" }
`;

function load(text: string) {
  const { contract, diagnostics } = loadContract({ file: 'contract.yaml', text: head + text });
  return { contract, codes: diagnostics.map(({ code }) => code) };
}

/** The WSDL of a contract, which must have the same components. */
function wsdlOf(text: string): string {
  const { contract, codes } = load(text);
  expect(codes).toEqual([]);
  if (contract === undefined) throw new Error('The contract has errors.');
  const written = wsdlText(contract, { source: 'contract.yaml' });
  const again = loadWsdl(
    { location: 's.wsdl', name: 's.wsdl', bytes: new TextEncoder().encode(written) },
    { wellKnown: catalogued },
  );
  expect(again.diagnostics).toEqual([]);
  expect(again.contract && componentDifferences(contract, again.contract)).toEqual([]);
  return written;
}

const encodedBody =
  '<soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace="urn:s/"/>';

describe('encoded messages', () => {
  it('in rpc style, of SOAP 1.1 alone', () => {
    const written = wsdlOf(
      'style: rpc\nuse: encoded\noperations: { A: { request: { x: int }, result: { type: int, as: y } } }',
    );
    expect(written.split(encodedBody)).toHaveLength(3);
    expect(written).not.toContain('soap12:binding');
  });

  it('of one operation', () => {
    const written = wsdlOf(
      'operations: { A: { style: rpc, use: encoded, request: {}, response: {} }, B: { request: {}, response: {} } }',
    );
    expect(written).toContain('use="encoded"');
    expect(written).toContain('<soap:body use="literal"/>');
  });

  it('in document style, with a part that has a type', () => {
    const written = wsdlOf(`style: bare
use: encoded
operations: { A: { request: { type: Book, as: TheBook }, result: Book } }
records: { Book: { title: string } }`);
    expect(written).toContain('<wsdl:part name="TheBook" type="tns:Book"/>');
    expect(written).toContain(encodedBody);
    expect(written).not.toContain('<xs:element name="TheBook"');
  });

  it('in document style, with a wrapper', () => {
    const written = wsdlOf('use: encoded\noperations: { A: { request: { x: int }, response: {} } }');
    expect(written).toContain('<wsdl:part name="parameters" element="tns:A"/>');
  });

  it('with header blocks and faults', () => {
    const written = wsdlOf(`style: rpc
use: encoded
operations: { A: { headers: [Session, Plain], faults: [Lost], request: {}, response: {} } }
headers: { Session: Book, Plain: { type: string, use: literal } }
faults: { Lost: { type: Book } }
records: { Book: { title: string } }`);
    expect(written).toContain('<wsdl:part name="Session" type="tns:Book"/>');
    expect(written).toContain('part="Session" use="encoded"');
    expect(written).toContain('<wsdl:part name="Plain" element="tns:Plain"/>');
    expect(written).toContain('part="Plain" use="literal"');
    expect(written).toContain('<wsdl:part name="Lost" type="tns:Book"/>');
    expect(written).toContain('<soap:fault name="Lost" use="encoded"');
  });

  it.each([
    ['string', 'xs:string[]'],
    ['string[]', 'xs:string[]'],
    ['"int[,]"', 'xs:int[,]'],
    ['"Row[][]"', 'tns:Row[][]'],
    ['"string[5]"', 'xs:string[5]'],
    ['soapenc:string', 'soapenc:string[]'],
    ['anyType', 'xs:anyType[]'],
  ])('with an array of %s', (items, arrayType) => {
    const written = wsdlOf(`style: rpc
use: encoded
operations: { A: { request: { x: List, row: Row }, response: {} } }
records:
  List:
    $array: ${items}
  Row: { a: int }`);
    expect(written).toContain(`<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="${arrayType}"/>`);
  });

  it('with types of the encoding', () => {
    wsdlOf(`style: rpc
use: encoded
operations: { A: { request: { x: soapenc:string, y: soapenc:Array, z: Old }, response: {} } }
records: { Old: { $restricts: soapenc:Array, item: "string[]" } }`);
  });

  it('has the encoding of each version of SOAP', () => {
    const written = wsdlOf(
      'soap: ["1.1", "1.2"]\nstyle: rpc\nuse: encoded\noperations: { A: { request: { x: string }, response: {} } }',
    );
    expect(written).toMatch(/<soap:body use="encoded" encodingStyle="http:\/\/schemas.xmlsoap.org\/soap\/encoding\/"/);
    expect(written).toMatch(/<soap12:body use="encoded" encodingStyle="http:\/\/www.w3.org\/2003\/05\/soap-encoding"/);
  });

  it.each([
    ['SW1391', 'operations: { A: { request: { x: List }, response: {} } }\nrecords: { List: { $array: string } }'],
    ['SW1391', 'operations: { A: { request: { x: soapenc:string }, response: {} } }'],
    [
      'SW1393',
      'style: rpc\nuse: encoded\noperations: { A: { request: { x: { type: base64Binary, stream: true } }, response: {} } }',
    ],
    [
      'SW1392',
      'style: rpc\nuse: encoded\noperations: { A: { request: { x: Tree }, response: {} } }\nrecords: { Tree: { $array: Tree } }',
    ],
  ])('%s', (code, text) => {
    expect(load(text).codes).toEqual([code]);
  });

  it.each(['$array: string\n    $extends: Row', '$array: "string["', '$array: Unknown', '$array: string?'])(
    'an array that is not understood: %s',
    (array) => {
      const { contract } = load(`style: rpc
use: encoded
operations: { A: { request: { x: List, row: Row }, response: {} } }
records:
  List:
    ${array}
  Row: { a: int }`);
      expect(contract).toBeUndefined();
    },
  );
});
