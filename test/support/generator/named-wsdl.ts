import { type ResolvedService, resolveService } from '../../../src/contract/model/index.ts';
import { bareOperation, contractOfWsdl, wsdlText } from './wsdl-contract.ts';

export const billing = (content: string): string =>
  `<xs:schema targetNamespace="urn:test:billing" elementFormDefault="qualified">${content}</xs:schema>`;
export const record = (name: string, content = ''): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
export const inside = (name: string, content = ''): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
export const importing = '<xs:import namespace="urn:test:billing"/>';

/** A WSDL with one operation, whose element `Go` is declared in the schema. */
export function serviceOf(schema: string, schemas = ''): ResolvedService {
  return resolveService(contractOfWsdl(wsdlText({ schema, schemas, ...bareOperation('Run', 't:Go') })));
}

export function typeNamesOf({ declarations, simpleTypes, messages }: ResolvedService): readonly string[] {
  return [...messages, ...declarations, ...simpleTypes].map(({ typeName }) => typeName).sort();
}

/** The properties of a type or the cases of a choice. */
export function propertiesOf({ declarations, messages }: ResolvedService, typeName: string): readonly string[] {
  const found = [...messages, ...declarations].find((one) => one.typeName === typeName);
  if (found?.kind === 'group-type') return found.members.map(({ property }) => property);
  if (found?.kind === 'choice-type') return found.cases.map(({ property }) => property);
  if (found?.kind !== 'structure') return [];
  const { attributes, content } = found;
  const members =
    content.kind === 'fields' ? content.fields : content.kind === 'text' ? [content.text] : content.members;
  return [...attributes, ...members].map(({ property }) => property);
}
