import { wsdl as kinds } from '../../diagnostics/index.ts';
import { sameName } from '../model/index.ts';
import { attributeOf, expandedName, type XmlDocument, type XmlElement } from './document.ts';
import { isSchemaNamespace } from './xml-names.ts';

/** A declaration with its file. */
export interface DeclaredElement {
  readonly element: XmlElement;
  readonly document: XmlDocument;
  /** The xs:schema that it is in. */
  readonly schema?: XmlElement | undefined;
}

/** Equal declarations are a mistake that every reader forgives; different ones leave no way to choose. */
export function reportRepeated(existing: DeclaredElement, again: DeclaredElement, prefix: 'xs' | 'wsdl'): void {
  const { element, document } = again;
  const place = existing.document.origin(existing.element, 'name');
  const parameters = {
    kind: `${prefix}:${element.local}`,
    name: attributeOf(element, 'name') ?? '',
    other: `${place.file}:${place.line}`,
  };
  const isSame = sameElement(existing.element, element) && sameForms(existing, again);
  // Unlike a type, a message or a binding is not a part of another one: the first of them is used everywhere.
  const different = prefix === 'xs' ? kinds.contradictoryDeclaration : kinds.otherComponent;
  const entry = isSame ? kinds.repeatedDeclaration : different;
  document.report(entry, parameters, element, 'name', { other: { ...place, message: 'The other one is here.' } });
}

/** Whether two elements say the same, whatever their prefixes, documentation and white space. */
function sameElement(one: XmlElement, other: XmlElement): boolean {
  if (one.local !== other.local || one.attributes.length !== other.attributes.length) return false;
  const sameAttributes = one.attributes.every(({ namespace, local, value }) =>
    other.attributes.some(
      (mine) =>
        mine.local === local &&
        mine.namespace === namespace &&
        (references.has(local) ? sameReferences(value, one, mine.value, other) : mine.value.trim() === value.trim()),
    ),
  );
  const mine = relevant(one);
  const others = relevant(other);
  return (
    sameAttributes &&
    mine.length === others.length &&
    mine.every((child, index) => sameElement(child, others[index] as XmlElement))
  );
}

function relevant({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ local }) => local !== 'annotation' && local !== 'documentation');
}

/** Attributes with qualified names. */
const references: ReadonlySet<string> = new Set(
  'type ref base itemType memberTypes substitutionGroup refer message element binding'.split(' '),
);

function sameReferences(texts: string, element: XmlElement, otherTexts: string, other: XmlElement): boolean {
  const [mine, others] = [texts, otherTexts].map((all) => all.trim().split(/\s+/)) as [string[], string[]];
  return (
    mine.length === others.length &&
    mine.every((text, index) => sameReference(text, element, others[index] ?? '', other))
  );
}

function sameReference(text: string, element: XmlElement, otherText: string, other: XmlElement): boolean {
  const one = expandedName(text, element);
  const same = expandedName(otherText, other);
  if (one === undefined || same === undefined) return text === otherText;
  // A chameleon's names without prefix are in the namespace of its includer.
  if (one.namespace === '' || same.namespace === '') return one.local === same.local;
  return sameName(one, same);
}

/** Local elements and attributes have the default forms of the schema that they are in. */
function sameForms(one: DeclaredElement, other: DeclaredElement): boolean {
  const differs = (kind: 'element' | 'attribute'): boolean => {
    const [form, otherForm] = [one, other].map(
      ({ schema }) => (schema && attributeOf(schema, `${kind}FormDefault`)) ?? 'unqualified',
    );
    return form !== otherForm && hasLocal(one.element, kind);
  };
  return !differs('element') && !differs('attribute');
}

function hasLocal({ children }: XmlElement, kind: string): boolean {
  return children.some((child) => {
    const { namespace, local } = child;
    const isLocal = local === kind && isSchemaNamespace(namespace) && attributeOf(child, 'name') !== undefined;
    return (isLocal && attributeOf(child, 'form') === undefined) || hasLocal(child, kind);
  });
}
