import { encodeIdentifier, isReservedAsProperty, isReservedAtTop } from '../../contract/index.ts';
import type { Subject, View } from '../contract-view.ts';
import type { Rule } from '../rule.ts';
import { capital } from '../wording.ts';

/** Types of java.lang that generated classes name without their package, and so would find a namesake instead. */
const javaLang: ReadonlySet<string> = new Set(
  'Boolean Byte Class Double Enum Exception Float Integer Long Number Object Override Short String System Void'.split(
    ' ',
  ),
);

interface Named extends Subject {
  readonly name: string;
  readonly label: string;
}

function everyName(view: View): readonly Named[] {
  return [
    ...view.operations.map(({ path, origin, operation: { name } }) => ({
      path,
      origin,
      name,
      label: `the operation "${name}"`,
    })),
    ...view.types.map(({ path, origin, label, name }) => ({ path, origin, label, name: name.local })),
    ...view.elements
      .filter(({ wrapperOf }) => wrapperOf === undefined)
      .map(({ path, origin, label, name }) => ({ path, origin, label, name: name.local })),
    ...view.holders.flatMap(({ fields, attributes }) => [...fields, ...attributes]),
  ];
}

export const awkwardName: Rule = {
  id: 'awkward-name',
  category: 'naming',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Names can be names in TypeScript, Java and C# as they are.',
  why: 'XML allows "add-b", "Date" and "constructor"; programming languages do not, or mean something else by them. Every generator then changes the name in its own way, and people must look up which.',
  example: {
    before: 'records:\n  Date:\n    year-number: int',
    after: 'records:\n  CalendarDate:\n    yearNumber: int',
  },
  remedy:
    'Rename it, or give it a name in TypeScript ("name", in a record "$name") and leave the rest to the other languages.',
  check: (view, tell) => {
    for (const { path, origin, label, name, component } of view.types) {
      const subject = { path, origin };
      const reason = odd(name.local, component.typeScriptName) ?? top(name.local, component.typeScriptName);
      if (reason !== undefined) tell(subject, `${capital(label)} ${reason}.`);
      else if (javaLang.has(name.local))
        tell(subject, `${capital(label)} hides java.lang.${name.local} in generated Java.`);
    }
    for (const { path, origin, operation } of view.operations) {
      const reason = odd(operation.name, operation.typeScriptName) ?? top(operation.name, operation.typeScriptName);
      if (reason !== undefined) tell({ path, origin }, `The operation "${operation.name}" ${reason}.`);
    }
    for (const { fields, attributes } of view.holders) {
      for (const field of fields) checkMember(field, field.element.typeScriptName);
      for (const attribute of attributes) checkMember(attribute, attribute.attribute.typeScriptName);
    }
    function checkMember(member: Named, chosen: string | undefined): void {
      const { name, label } = member;
      const reason =
        odd(name, chosen) ??
        (chosen === undefined && isReservedAsProperty(name)
          ? `becomes "${name}_" in TypeScript, where every object has something of its name`
          : undefined);
      if (reason !== undefined) tell(member, `${capital(label)} ${reason}.`);
      else if (name === 'class' || name === 'Class')
        tell(member, `${capital(label)} becomes "clazz" in Java, where every object has a class.`);
    }
  },
};

/** Letters beyond ASCII are another rule's. */
function odd(name: string, chosen: string | undefined): string | undefined {
  const encoded = encodeIdentifier(name);
  return chosen === undefined && /[-.]/.test(name)
    ? `becomes "${encoded}" in TypeScript, and something else in other languages`
    : undefined;
}

function top(name: string, chosen: string | undefined): string | undefined {
  return chosen === undefined && isReservedAtTop(name)
    ? `becomes "${name}_" in TypeScript, where "${name}" is taken`
    : undefined;
}

/** What java.lang.Object has, as wsimport would spell an operation. */
const objectMethods: ReadonlySet<string> = new Set(
  'clone equals finalize getClass hashCode notify notifyAll toString wait'.split(' '),
);

export const javaObjectMethod: Rule = {
  id: 'java-object-method',
  category: 'naming',
  severity: 'warning',
  preset: 'recommended',
  summary: 'No operation has the name of a method that every Java object has.',
  why: 'wsimport makes a method of an operation, its first letter small. "Notify" and "Wait" become notify() and wait(), which are final in java.lang.Object: without parameters the client does not compile, with them it is called by mistake.',
  example: {
    before: 'operations:\n  Notify: { result: Order }',
    after: 'operations:\n  NotifyCustomer: { result: Order }',
  },
  remedy: 'Say what is done to what: "NotifyCustomer".',
  check: (view, tell) => {
    for (const { path, origin, operation } of view.operations) {
      const { name } = operation;
      const method = name.charAt(0).toLowerCase() + name.slice(1);
      if (objectMethods.has(method)) {
        tell({ path, origin }, `The operation "${name}" becomes ${method}() in Java, which every object has already.`);
      }
    }
  },
};

export const asciiNames: Rule = {
  id: 'ascii-names',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Names on the wire are made of ASCII letters, digits and "_".',
  why: 'XML allows letters of all scripts, and clients disagree on them: PHP makes properties that cannot be written without braces, SOAPAction headers cannot carry them, and "é" can be one character or two that look the same.',
  example: {
    before: 'records:\n  Order:\n    Straße: string',
    after: 'records:\n  Order:\n    Street: string',
  },
  remedy: 'Use ASCII letters; a text in another script belongs into "doc".',
  check: (view, tell) => {
    for (const named of everyName(view)) {
      if (/[^ -~]/.test(named.name)) tell(named, `${capital(named.label)} has letters beyond ASCII in its name.`);
    }
  },
};
