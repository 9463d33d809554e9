import { emptySchema, type GlobalAttribute, type Schema, xmlNamespace, xsd } from '../contract/index.ts';
import { namespacesReferredTo } from './xml-schema-references.ts';

const attribute = (local: string, type: GlobalAttribute['type']): GlobalAttribute => ({
  name: { namespace: xmlNamespace, local },
  type,
});

const builtIn = (local: string): GlobalAttribute['type'] => ({ kind: 'named', name: { namespace: xsd, local } });

const space: GlobalAttribute['type'] = {
  kind: 'anonymous',
  type: {
    kind: 'simple',
    variety: {
      kind: 'restriction',
      base: builtIn('NCName'),
      facets: { enumeration: [{ value: 'default' }, { value: 'preserve' }] },
    },
  },
};

/** The attributes that XML itself has (http://www.w3.org/2001/xml.xsd). */
const xmlSchema: Schema = {
  ...emptySchema(xmlNamespace),
  attributes: [
    attribute('lang', builtIn('language')),
    attribute('space', space),
    attribute('base', builtIn('anyURI')),
    attribute('id', builtIn('ID')),
  ],
};

/**
 * The schemas, and that of XML's own attributes where one of them is referred to and the contract does not declare it: a
 * WSDL should need nothing from the network. (zeep asks www.w3.org for it all the same.)
 */
export function withXmlSchema(schemas: readonly Schema[]): readonly Schema[] {
  const needed = schemas.some((schema) => namespacesReferredTo(schema).includes(xmlNamespace));
  const there = schemas.some(({ targetNamespace }) => targetNamespace === xmlNamespace);
  return needed && !there ? [...schemas, xmlSchema] : schemas;
}
