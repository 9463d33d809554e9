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
  const enumerations = enumerationsOf(service);
  const literalOf = (field: Field): Literal => fieldLiteral(field, enumerations);
  for (const { input, output } of service.operations) {
    for (const { typeName, fields } of [input, output]) records.push([typeName, { list: fields.map(literalOf) }]);
  }
  for (const { typeName, fields } of service.records) records.push([typeName, { list: fields.map(literalOf) }]);
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

/** The values of declared types that list them, by the names of the types; a type without a list has its base's. */
function enumerationsOf(service: ResolvedService): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { typeName, base, facets } of service.simpleTypes) {
    const values = facets.enumeration?.map(({ value }) => value) ?? (base === undefined ? undefined : found.get(base));
    if (values !== undefined) found.set(typeName, values);
  }
  return found;
}

function fieldLiteral(field: Field, enumerations: ReadonlyMap<string, readonly string[]>): Literal {
  const { type } = field;
  const values = type.kind === 'simple' && type.declared !== undefined ? enumerations.get(type.declared) : undefined;
  return {
    object: [
      ['name', stringLiteral(field.name.local)],
      type.kind === 'record' ? ['record', stringLiteral(type.typeName)] : ['type', stringLiteral(type.name)],
      ...(values === undefined ? [] : [['values', { list: values.map(stringLiteral) }] as const]),
      ['optional', String(field.optional)],
      ['many', String(field.many)],
      ['nillable', String(field.nillable)],
      ['sensitive', String(field.sensitive)],
      ['stream', String(field.stream)],
      ['doc', stringLiteral(field.doc ?? '')],
    ],
  };
}
