import { describe, expect, it } from 'vitest';
import { arrayOf, encodedWsdl, typedPart } from '../../../test/support/generator/encoded-wsdl.ts';
import { loadFilesInMemory } from '../../../test/support/generator/wsdl-files.ts';
import type { Contract } from '../model/index.ts';

function load(types: string, type: string) {
  const { contract, codes } = loadFilesInMemory({
    'main.wsdl': encodedWsdl({ types, input: typedPart('value', type) }),
  });
  if (contract === undefined) throw new Error(codes.join());
  return { contract, codes };
}

const typesOf = ({ schemas }: Contract): readonly string[] =>
  schemas.flatMap(({ types }) => types.map(({ name }) => name.local));

const book = '<xs:complexType name="Book"><xs:sequence/></xs:complexType>';

describe('the types of an encoded WSDL', () => {
  it('are those of the items of arrays', () => {
    const { contract, codes } = load(book + arrayOf('Books', 't:Book[]'), 't:Books');
    expect(typesOf(contract)).toEqual(['Book', 'Books']);
    expect(codes).toEqual([]);
  });

  it.each(['xs:anyType', 'soapenc:Array', 'soapenc:Struct', 'apache:Map', 't:Any'])(
    'are all types where a value is %s',
    (type) => {
      expect(typesOf(load(book + arrayOf('Any', 'xs:anyType[]'), type).contract)).toContain('Book');
    },
  );

  it('have no schema of the encoding itself', () => {
    const { contract } = load(arrayOf('Names', 'soapenc:string[]'), 't:Names');
    expect(contract.schemas.map(({ targetNamespace }) => targetNamespace)).toEqual(['urn:test']);
  });

  it('SW6353: arrayType without the prefix of WSDL', () => {
    const { contract, codes } = load(
      book + arrayOf('Books', 't:Book[]').replace('wsdl:arrayType', 'arrayType'),
      't:Books',
    );
    expect(codes).toEqual(['SW6353']);
    expect(typesOf(contract)).toContain('Book');
  });

  it('SW6102: items of a type that is not there are of any type', () => {
    const { contract, codes } = load(arrayOf('Books', 't:Gone[]'), 't:Books');
    expect(codes).toEqual(['SW6102']);
    expect(JSON.stringify(contract.schemas)).toContain('{http://www.w3.org/2001/XMLSchema}anyType[]');
  });
});
