import type { AttributeUse, Form, LocalElement, Occurs, Particle } from '../../contract/index.ts';
import { propertyIdentifier } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import { fieldKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import { anyTimes, isMany, once, perhaps, readOccurs } from '../occurs.ts';
import { resolveName, resolveType } from '../resolve.ts';
import { formedName, type Home, originOf } from '../scope.ts';
import { type Located, readChoice, readFlag, readKeys, readName } from '../shape.ts';
import { readTypeScriptName, readXmlName } from '../texts.ts';
import { attributeOfField } from './attributes.ts';
import { type Declaration, markFallback, plainDeclaration, readDeclaration, typeOf } from './declaration.ts';
import { type Keys, readNotes, refuseKeys } from './notes.ts';
import { readShortType } from './type-use.ts';

/**
 * A field: an element, a reference to one, or an attribute, which goes to `attributes`. Undefined where it makes no
 * sense, which was reported, or is an attribute.
 *
 * @param attributes undefined where there can be none.
 */
export function buildField(entry: MapEntry, home: Home, attributes: AttributeUse[] | undefined): Particle | undefined {
  const { findings } = home;
  const name = readXmlName(entry.key, 'a field', findings);
  if (entry.value.kind === 'text') {
    const type = readShortType(entry, entry.key.text, findings);
    const reference = type && resolveType(type.name, home, { any: true });
    if (name === undefined || type === undefined) return undefined;
    return elementOf(name, plainDeclaration({ reference, name: type.name }), type.occurs, home.elementForm, home);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: `The field "${entry.key.text}"` }, entry.value.at);
    return undefined;
  }
  const keys = readKeys(entry.value, fieldKeys, 'a field', findings);
  if (readFlag(keys.get('attribute'), findings)) {
    const attribute = attributeOfField(keys, entry, name, home);
    if (attributes !== undefined) attributes.push(...attribute);
    else findings.add(kinds.attributeInGroup, { attribute: entry.key.text }, entry.key.at);
    return undefined;
  }
  const occurs = readOften(keys, entry, findings);
  if (keys.has('element')) return name && elementReference(keys, name.text, occurs, home);
  const declaration = readDeclaration(keys, entry, home, { where: 'a field', names: 'property' });
  const form = readForm(keys, findings) ?? home.elementForm;
  if (name === undefined || declaration === undefined) return undefined;
  const particle = elementOf(name, declaration, occurs, form, home);
  markFallback(particle.element, keys, home);
  return particle;
}

/** How often the long form says that it occurs. */
export function readOften(keys: Keys, entry: MapEntry, findings: Findings): Occurs {
  const many = readFlag(keys.get('many'), findings);
  const optional = readFlag(keys.get('optional'), findings);
  const occurs = readOccurs(keys.get('occurs'), findings);
  if ((many || (occurs !== undefined && isMany(occurs))) && optional) {
    findings.add(kinds.manyAndOptional, { field: entry.key.text }, keys.get('optional')?.key.at);
  }
  if (occurs !== undefined) return occurs;
  if (many) return anyTimes;
  return optional ? perhaps : once;
}

export function readForm(keys: Keys, findings: Findings): Form | undefined {
  const entry = keys.get('form');
  const text = entry && readName(entry, findings);
  return text && readChoice(text, ['qualified', 'unqualified'], 'form', findings);
}

/** The particle of an element that is declared where it stands. */
export function elementOf(
  name: Located,
  { use, ...declaration }: Declaration,
  occurs: Occurs,
  form: Form,
  home: Home,
): { readonly kind: 'element'; readonly occurs: Occurs; readonly element: LocalElement } {
  const element: LocalElement = {
    name: formedName(form, home, name.text),
    type: typeOf(use),
    ...declaration,
    origin: originOf(name, home.findings),
  };
  return { kind: 'element', occurs, element };
}

const notOfReferences = 'type record nillable default fixed form sensitive stream mapping'.split(' ');

/** A global element in the place of one of its own. */
export function elementReference(keys: Keys, property: string, occurs: Occurs, home: Home): Particle | undefined {
  const { findings, marks } = home;
  const entry = keys.get('element');
  const text = entry && readName(entry, findings);
  refuseKeys(keys, notOfReferences, 'A field that is a global element', findings);
  const notes = readNotes(keys, findings);
  const typeScriptName = readTypeScriptName(keys.get('name'), 'property', findings)?.text;
  const name = text && resolveName('element', text, home);
  if (name === undefined || text === undefined) return undefined;
  const reference: Particle = {
    kind: 'elementReference',
    occurs,
    name,
    ...notes,
    typeScriptName: typeScriptName ?? propertyIdentifier(property),
    origin: originOf(text, findings),
  };
  marks.mark(reference, findings, text.at);
  return reference;
}
