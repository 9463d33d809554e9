import { describe, expect, it } from 'vitest';
import { wsdlText } from '../../emit/wsdl.ts';
import { checkedImport } from '../../project/generate/checked-import.ts';
import type { Contract } from '../model/index.ts';
import { componentDifferences } from '../wsdl/component-differences.ts';
import { loadWsdl } from '../wsdl/index.ts';
import { loadContract } from '../yaml/index.ts';

const head = `soapwright: 1
service: Shop
namespace: urn:shop/
address: http://localhost/shop
`;

function loaded(text: string): Contract {
  const { contract, diagnostics } = loadContract({ file: 'contract.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (contract === undefined) throw new Error('There is no contract.');
  return contract;
}

/** The text of a contract, imported from the WSDL of another one; both have the same components. */
function importedText(text: string, change: (wsdl: string) => string = (wsdl) => wsdl): string {
  const wsdl = change(wsdlText(loaded(`${head}${text}`), { source: 'contract.yaml' }));
  const { contract } = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(wsdl) });
  if (contract === undefined) throw new Error('The WSDL was not read.');
  const { imported, diagnostics } = checkedImport(contract, 'a.wsdl');
  expect([...imported.gaps, ...diagnostics]).toEqual([]);
  const [{ text: yaml }] = imported.files;
  expect(componentDifferences(contract, loaded(yaml), { names: false })).toEqual([]);
  return yaml;
}

describe('an imported contract has', () => {
  it('elements without a type, apart from those of anyType', () => {
    const text = importedText(`style: bare
operations: { Find: { request: untyped, result: { element: Found } } }
elements: { Found: { record: { A: anyType, B: untyped?, C: { type: untyped, doc: Any. } } } }
`);
    expect(text).toContain('request: untyped');
    expect(text).toContain('A: anyType');
    expect(text).toContain('B: untyped?');
    expect(text).toContain('C: { type: untyped, doc: Any. }');
  });

  it('the addressing of ports', () => {
    const operations = `operations:
  Find: { request: { Query: string }, result: { type: string, as: Found }, faults: [Gone] }
  Note: { request: { Text: string }, oneWay: true }
faults: { Gone: string }
`;
    for (const version of ['1.0', '2004-08']) {
      const text = importedText(`ports: { ShopSoap: { soap: "1.1", addressing: "${version}" } }\n${operations}`);
      expect(text).toMatch(new RegExp(`addressing: "?${version}"?`));
      expect(text).not.toContain('Policy');
      expect(text).not.toContain('Action');
      expect(loaded(text).addressing).toEqual({ version, required: true });
    }
    // Another action is kept, and so are all.
    const changed = importedText(`ports: { ShopSoap: { soap: "1.1", addressing: "1.0" } }\n${operations}`, (wsdl) =>
      wsdl.replace('Action="urn:shop/Find"', 'Action="urn:other"'),
    );
    expect(changed).toContain('urn:other');
  });

  it('arrays in the namespace of SOAP 1.2', () => {
    const contract = `ports: { ShopSoap: { soap: "1.2" } }
style: rpc
use: encoded
operations: { Find: { request: { Query: string }, result: { type: List, as: Found } } }
records: { List: { $array: string } }
`;
    const text = importedText(contract, (wsdl) => wsdl.replaceAll(/soapenc:(?=Array|arrayType)/g, 'soapenc12:'));
    expect(text).toContain('soapenc12: http://www.w3.org/2003/05/soap-encoding');
    expect(text).toContain('$restricts: soapenc12:Array');
  });

  it('the parts of a MIME message', () => {
    const text = importedText(`operations:
  Send:
    request: { Name: string }
    oneWay: true
    wsdl:
      request:
        message: { others: { Photo: base64Binary, Note: string } }
        parts: [parameters]
        attachments: [{ part: Photo, types: [image/png, image/jpeg] }, { part: Note }]
`);
    expect(text).toContain('attachments: [{ part: Photo, types: [image/png, image/jpeg] }, { part: Note }]');
  });

  it('names of requests and responses that would clash with records', () => {
    const text = importedText(`operations:
  Find: { request: { Query: FindRequest }, requestName: FindInput, response: { A: FindResponse, B: int }, responseName: FindOutput }
records: { FindRequest: { Text: string }, FindResponse: { Text: string } }
`);
    expect(text).toContain('requestName: FindInput');
    expect(text).toContain('responseName: FindOutput');
  });

  it('the part of an encoded response in bare style as the result', () => {
    const text = importedText(`style: bare
use: encoded
operations: { Find: { request: { type: string, as: Query }, result: { type: string, as: Found }, returns: field } }
`);
    expect(text).toContain('returns: field');
  });

  it('the element that a part with a type is in document style', () => {
    const text = importedText(
      'style: bare\noperations: { Find: { request: string, result: { type: string, as: Found } } }\n',
      (wsdl) => {
        const changed = wsdl.replace(
          /element="(\w+):Found"/,
          'xmlns:x="http://www.w3.org/2001/XMLSchema" type="x:string"',
        );
        expect(changed).not.toBe(wsdl);
        return changed.replace(' returns="output"', '');
      },
    );
    expect(text).not.toContain('returns');
    expect(text).toContain('FindSoapOut: { parts: { body: string } }');
    expect(text).toContain('undeclaredElements: [none:body]');
  });

  it('messages in full, where several parts are in a document body or the message of a fault has documentation', () => {
    const text = importedText(
      `operations: { Find: { request: { Query: string }, result: { type: string, as: Found }, faults: [Gone] } }
faults: { Gone: string }
`,
      (wsdl) =>
        wsdl
          .replace(
            /(<wsdl:part name="parameters" element="(\w+):Find"\/>)/,
            '$1<wsdl:part name="more" element="$2:Gone"/>',
          )
          .replace('<wsdl:message name="GoneFault">', '$&<wsdl:documentation>Not there.</wsdl:documentation>'),
    );
    expect(text).toMatch(/FindSoapIn:\s+parts:\s+parameters: { element: Find }\s+more: { element: Gone }/);
    expect(text).toMatch(/GoneFault:\s+doc: Not there.\s+parts:\s+detail: { element: Gone }/);
  });

  it('parts of messages that are neither in the body nor header blocks', () => {
    const text = importedText(`style: rpc
operations:
  Find:
    request: { Query: string }
    result: { type: string, as: Found }
    wsdl:
      request: { message: { name: FindIn, others: { Picture: base64Binary }, order: [Picture, Query] }, parts: [Query] }
      response: { message: { name: FindOut, others: { Note: { element: Note } } }, parts: [Found] }
elements: { Note: string }
`);
    expect(text).toContain('others: { Picture: base64Binary }');
    expect(text).toContain('Note: { element: Note }');
  });

  it('an element of the namespace of XML Schema, as data sets of .NET do', () => {
    const text = importedText(`namespaces: { x: 'http://www.w3.org/2001/XMLSchema' }
operations: { Find: { request: { Query: string }, result: { element: 'x:schema' } } }
elements: { 'x:schema': { record: { '$any[]': { process: skip } } } }
`);
    expect(text).toMatch(/: http:\/\/www\.w3\.org\/2001\/XMLSchema$/m);
    expect(text).toContain(':schema }');
  });
});
