import type { Field, ResolvedService, ResolvedSimpleType } from '../contract/index.ts';
import { listedUnion } from './code.ts';
import { deprecatedTag, docComment } from './doc.ts';
import { facetsText } from './facets.ts';
import type { EmitOptions } from './file.ts';
import { valueLiteral } from './literal.ts';
import { fieldTypeText, usesDateTime } from './type-text.ts';
import type { AliasView, InterfaceView, PropertyView, TypesView } from './views.ts';

/** types.ts: an interface for each request, response and record. */
export function typesView(service: ResolvedService, { source }: EmitOptions): TypesView {
  const interfaces: InterfaceView[] = [];
  const fields: Field[] = [];
  for (const { input, output } of service.operations) {
    for (const [wrapper, what] of [
      [input, 'request'],
      [output, 'response'],
    ] as const) {
      interfaces.push({
        doc: docComment([`Content of the ${what} element \`${wrapper.element.local}\`.`], 0),
        name: wrapper.typeName,
        properties: wrapper.fields.map(property),
      });
      fields.push(...wrapper.fields);
    }
  }
  for (const record of service.records) {
    const used = record.returnedBy.map((name) => `\`${name}\``).join(', ');
    const { deprecated } = record.type;
    interfaces.push({
      doc: docComment([record.doc, used === '' ? undefined : `Returned by ${used}.`, deprecatedTag(deprecated)], 0),
      name: record.typeName,
      properties: record.fields.map(property),
    });
    fields.push(...record.fields);
  }
  return { source, dateTime: usesDateTime(fields), aliases: service.simpleTypes.map(alias), interfaces };
}

/** A declared simple type: its values where they are listed, else what its base is, with what it must hold. */
function alias(type: ResolvedSimpleType): AliasView {
  const { enumeration = [] } = type.facets;
  const meanings = enumeration.flatMap(({ value, doc }) => (doc === undefined ? [] : [`- \`${value}\`: ${doc}`]));
  return {
    doc: docComment([type.doc, ...meanings, facetsText(type.facets)], 0),
    code: [listedUnion(`export type ${type.typeName} =`, valueTypes(type))],
  };
}

/** The types of its values. */
function valueTypes({ facets, representation, base }: ResolvedSimpleType): readonly string[] {
  const { enumeration } = facets;
  if (enumeration === undefined) return [base ?? representation];
  return enumeration.map(({ value }) => valueLiteral(value, representation));
}

function property(field: Field): PropertyView {
  const notes = [
    field.sensitive ? `${field.doc ?? ''} Sensitive: never in a fault, a log or a page.` : field.doc,
    deprecatedTag(field.element.deprecated),
  ];
  return {
    doc: docComment(notes, 2),
    name: `${field.property}${field.optional ? '?' : ''}`,
    type: fieldTypeText(field),
  };
}
