import { contract as kinds, source } from '../../../diagnostics/index.ts';
import type { AttributeUse, Form, LocalElement, Occurs, Particle } from '../../model/index.ts';
import { propertyIdentifier } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { resolveName, resolveType } from '../resolve.ts';
import { formedName, type Home, originOf } from '../scope.ts';
import { anyNumber, isMany, once, optional, readOccurs } from '../type-expression.ts';
import { type Located, readXmlName } from '../values.ts';
import { isMissing, type MapEntry } from '../yaml-node.ts';
import { attributeOfField } from './attributes.ts';
import {
  type Declaration,
  markLiterals,
  plainDeclaration,
  readDeclaration,
  readShortType,
  typeOf,
} from './declaration.ts';

/**
 * A field: an element, a reference to a global one, or an attribute, which is added to `attributes`. Undefined for an
 * attribute, and after an error.
 *
 * @param attributes undefined where attributes are not allowed.
 */
export function buildField(entry: MapEntry, home: Home, attributes: AttributeUse[] | undefined): Particle | undefined {
  const { findings } = home;
  const name = readXmlName(entry.key, 'a field', findings);
  // What has no colon and space, such as `Number:int` in braces, is one name without a value.
  if (name === undefined && isMissing(entry.value)) return undefined;
  if (entry.value.kind === 'text') {
    const type = readShortType(entry, entry.key.text, home);
    const reference = type && resolveType(type.name, home, { any: true });
    if (name === undefined || type === undefined) return undefined;
    return elementParticle(name, plainDeclaration({ reference, name: type.name }), type.occurs, home.elementForm, home);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: `The field "${entry.key.text}"` }, entry.value.at);
    return undefined;
  }
  const entries = readConstruct(entry.value, 'field', findings, { at: entry.key.at });
  if (entries.flag('attribute')) {
    const attribute = attributeOfField(entries, entry, name, home);
    if (attributes !== undefined) attributes.push(...attribute);
    else findings.add(kinds.attributeInGroup, { attribute: entry.key.text }, entry.key.at);
    return undefined;
  }
  const occurs = readOccurrence(entries, entry);
  if (entries.has('element')) return name && elementReference(entries, name.text, occurs, home);
  const declaration = readDeclaration(entries, entry, home, 'property');
  const form = readForm(entries, home);
  const shared = entries.name('as');
  const element = shared === undefined ? name : readXmlName(shared, 'an element', findings);
  if (name === undefined || element === undefined || declaration === undefined) return undefined;
  const property = shared && { typeScriptName: declaration.typeScriptName ?? propertyIdentifier(name.text) };
  const particle = elementParticle(element, { ...declaration, ...property }, occurs, form, home);
  markLiterals(particle.element, entries, home);
  return particle;
}

/** How often an element in the long form occurs. */
export function readOccurrence(entries: Entries, entry: MapEntry): Occurs {
  const many = entries.flag('many');
  const isOptional = entries.flag('optional');
  const occurs = readOccurs(entries.name('occurs'), entries.findings);
  if ((many || (occurs !== undefined && isMany(occurs))) && isOptional) {
    entries.findings.add(kinds.manyAndOptional, { field: entry.key.text }, entries.get('optional')?.key.at);
  }
  if (occurs !== undefined) return occurs;
  if (many) return anyNumber;
  return isOptional ? optional : once;
}

export function readForm(entries: Entries, home: Home): Form {
  return entries.choice('form', ['qualified', 'unqualified'], 'form') ?? home.elementForm;
}

/** The particle of a local element. */
export function elementParticle(
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

/** The particle of a global element. */
export function elementReference(entries: Entries, property: string, occurs: Occurs, home: Home): Particle | undefined {
  const { findings, marks } = home;
  const text = entries.name('element');
  const notes = entries.notes();
  const typeScriptName = entries.identifier('property') ?? propertyIdentifier(property);
  const name = text && resolveName('element', text, home);
  if (name === undefined || text === undefined) return undefined;
  const origin = originOf(text, findings);
  const reference: Particle = { kind: 'elementReference', occurs, name, ...notes, typeScriptName, origin };
  marks.mark(reference, findings, text.at);
  return reference;
}
