import type { Field, ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { type Literal, literalCode } from './code.ts';
import type { EmitOptions } from './file.ts';
import { stringLiteral } from './literal.ts';
import type { PagesView } from './views.ts';

/**
 * pages.ts: what the pages show, as plain data.
 *
 * @param wsdl the WSDL, cut where an address stands.
 */
export function pagesView(service: ResolvedService, wsdl: readonly string[], { source }: EmitOptions): PagesView {
  const records: [string, Literal][] = [];
  for (const { input, output } of service.operations) {
    for (const { typeName, fields } of [input, output]) records.push([typeName, { list: fields.map(fieldLiteral) }]);
  }
  for (const { typeName, fields } of service.records) records.push([typeName, { list: fields.map(fieldLiteral) }]);
  const parts: readonly (readonly [string, Literal])[] = [
    ['name', stringLiteral(service.name)],
    ['namespace', stringLiteral(service.namespace)],
    ['doc', stringLiteral(service.doc ?? '')],
    ['address', stringLiteral(service.address)],
    ['soapVersions', { list: service.soapVersions.map(stringLiteral) }],
    ['operations', { list: service.operations.map(operationLiteral) }],
    ['records', { object: records }],
    ['wsdl', { list: wsdl.map(stringLiteral) }],
  ];
  return {
    source,
    description: parts.map(([key, value]) => literalCode(`${key}: `, value, ',', 2)),
  };
}

function operationLiteral({ name, doc, soapAction, input, output }: ResolvedOperation): Literal {
  return {
    object: [
      ['name', stringLiteral(name)],
      ['doc', stringLiteral(doc ?? '')],
      ['soapAction', stringLiteral(soapAction)],
      ['inputElement', stringLiteral(input.element.local)],
      ['outputElement', stringLiteral(output.element.local)],
      ['input', stringLiteral(input.typeName)],
      ['output', stringLiteral(output.typeName)],
    ],
  };
}

function fieldLiteral(field: Field): Literal {
  const { type } = field;
  return {
    object: [
      ['name', stringLiteral(field.name.local)],
      type.kind === 'record' ? ['record', stringLiteral(type.typeName)] : ['type', stringLiteral(type.name)],
      ['optional', String(field.optional)],
      ['many', String(field.many)],
      ['nillable', String(field.nillable)],
      ['sensitive', String(field.sensitive)],
      ['stream', String(field.stream)],
      ['doc', stringLiteral(field.doc ?? '')],
    ],
  };
}
