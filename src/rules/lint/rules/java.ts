import type { SimpleType } from '../../../contract/index.ts';
import { type Named, named, type Subject, type View } from '../contract-view.ts';
import type { RuleDefinition } from '../rule.ts';
import { simpleDefinitions } from '../simple-root.ts';
import { capital, javaClassName, javaConstantName, listed } from '../wording.ts';

/** Elements and types for which JAXB generates classes in the package of a namespace, by class name. */
function classesIn(
  view: View,
  namespace: string,
): { readonly elements: ReadonlyMap<string, Named>; readonly types: readonly Named[] } {
  const elements = view.elements
    .filter(
      ({ name, component: { type } }) =>
        name.namespace === namespace && type.kind === 'anonymous' && type.type.kind === 'complex',
    )
    .map(named);
  const types = view.types
    .filter(
      ({ name, component }) =>
        name.namespace === namespace && (component.kind === 'complex' || valuesOf(component).length > 0),
    )
    .map(named);
  return { elements: new Map(elements.map((element) => [javaClassName(element.name), element])), types };
}

function valuesOf({ variety }: SimpleType): readonly string[] {
  return variety.kind === 'restriction' ? (variety.facets.enumeration ?? []).map(({ value }) => value) : [];
}

export const elementTypeClash: RuleDefinition = {
  id: 'element-type-clash',
  summary: 'No record has the name of an operation, or of its response element, in the same namespace.',
  why: 'The operation "FindOrder" has the elements FindOrder and FindOrderResponse. XML has separate names for elements and types, but JAXB generates a class for each in one package, and wsimport fails with "two declarations cause a collision" without -B-XautoNameResolution.',
  example: {
    before: 'operations:\n  OrderStatus: { result: OrderStatus }\nrecords:\n  OrderStatus: { Text: string }',
    after: 'operations:\n  OrderStatus: { result: OrderState }\nrecords:\n  OrderState: { Text: string }',
  },
  remedy: 'Rename the record before it is in use. Afterwards Java clients need wsimport -B-XautoNameResolution.',
  check: (view, report) => {
    for (const { targetNamespace } of view.contract.schemas) {
      const { elements, types } = classesIn(view, targetNamespace);
      for (const type of types) {
        const element = elements.get(javaClassName(type.name));
        if (element === undefined) continue;
        report(
          type,
          `${capital(type.label)} and ${element.label} would be one class in Java, "${javaClassName(type.name)}".`,
          element,
        );
      }
    }
  },
};

export const javaDuplicates: RuleDefinition = {
  id: 'java-twins',
  summary: 'No two records, and no two members of a record, have the same name in Java.',
  why: 'JAXB removes "_", "-" and "." and capitalises each word: "user_name" and "UserName" are one property, and so are a field and an attribute of one name, or an attribute "value" and text. wsimport rejects such a WSDL.',
  example: {
    before: 'records:\n  User:\n    user_name: string\n    UserName: string',
    after: 'records:\n  User:\n    LoginName: string\n    UserName: string',
  },
  remedy: 'Give one of them a name with other words.',
  check: (view, report) => {
    const compare = (names: readonly Named[]): void => {
      const first = new Map<string, Named>();
      for (const one of names) {
        const java = javaClassName(one.name);
        const other = first.get(java);
        if (other === undefined) first.set(java, one);
        // The rule case-twins reports names that differ in case only; a repeated name is one property.
        else if (other.name.toLowerCase() !== one.name.toLowerCase() || isAttribute(other) !== isAttribute(one)) {
          report(one, `${capital(one.label)} and "${other.name}" would both be "${java}" in Java.`, other);
        }
      }
    };
    for (const { targetNamespace } of view.contract.schemas) compare(classesIn(view, targetNamespace).types);
    for (const { fields, attributes, type, path, origin, label } of view.holders) {
      const text =
        type?.content.kind === 'simple' ? [{ path, origin, label: `the text of ${label}`, name: 'value' }] : [];
      compare([...text, ...fields, ...attributes]);
    }
  },
};

function isAttribute({ path }: Subject): boolean {
  return path.includes('/@');
}

export const javaEnumConstants: RuleDefinition = {
  id: 'java-enum-constants',
  severity: 'info',
  summary: 'No two values of an enumeration become the same constant in Java.',
  why: 'JAXB writes constants in capitals with "_" between words. If two values have the same constant, such as "in-transit" and "in_transit", or "new" and "NEW", it generates no enum, and the field is a String.',
  example: {
    before: 'types:\n  State: [new, NEW, closed]\nrecords:\n  Order: { State: State }',
    after: 'types:\n  State: [new, renewed, closed]\nrecords:\n  Order: { State: State }',
  },
  remedy: 'Rename one of the values, or accept a String in Java.',
  check: (view, report) => {
    for (const { type, label, path, origin } of simpleDefinitions(view)) {
      const byConstant = new Map<string, string[]>();
      for (const value of valuesOf(type)) {
        const constant = javaConstantName(value);
        byConstant.set(constant, [...(byConstant.get(constant) ?? []), value]);
      }
      for (const [constant, values] of byConstant) {
        if (values.length < 2 || !/\p{L}/u.test(constant)) continue;
        report({ path, origin }, `The values ${listed(values)} of ${label} would all be ${constant} in Java.`);
      }
    }
  },
};
