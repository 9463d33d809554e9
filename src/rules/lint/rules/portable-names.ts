import { encodeIdentifier, isReservedAsProperty, isReservedAtTop } from '../../../contract/index.ts';
import { isDeclared, type Named, named, operations, type View } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { capital } from '../wording.ts';

/** Types of java.lang that generated classes use without their package, so that a class of the same name hides them. */
const javaLang: ReadonlySet<string> = new Set(
  'Boolean Byte Class Double Enum Exception Float Integer Long Number Object Override Short String System Void'.split(
    ' ',
  ),
);

function everyName(view: View): readonly Named[] {
  return [
    ...view.operations,
    ...view.types.map(named),
    ...view.elements.filter(isDeclared).map(named),
    ...view.holders.flatMap(({ fields, attributes }) => [...fields, ...attributes]),
  ];
}

export const awkwardName: RuleDefinition = {
  id: 'awkward-name',
  summary: 'Names are valid in TypeScript, Java and C# without a change.',
  why: 'XML allows "add-b", "Date" and "constructor"; in programming languages they are invalid or have another meaning. Each generator changes such a name in another way, which users must look up.',
  example: {
    before: 'records:\n  Date:\n    year-number: int',
    after: 'records:\n  CalendarDate:\n    yearNumber: int',
  },
  remedy:
    'Rename it, or set the name in TypeScript ("name", in a record "$name"); other languages will still change it.',
  check: (view, report) => {
    for (const { path, origin, label, name, component } of view.types) {
      const subject = { path, origin };
      const reason = odd(name.local, component.typeScriptName) ?? top(name.local, component.typeScriptName);
      if (reason !== undefined) report(subject, `${capital(label)} ${reason}.`);
      else if (javaLang.has(name.local))
        report(subject, `${capital(label)} hides java.lang.${name.local} in generated Java.`);
    }
    for (const { path, origin, operation } of view.operations) {
      const reason = odd(operation.name, operation.typeScriptName) ?? top(operation.name, operation.typeScriptName);
      if (reason !== undefined) report({ path, origin }, `The operation "${operation.name}" ${reason}.`);
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
          ? `becomes "${name}_" in TypeScript, where every object inherits that name`
          : undefined);
      if (reason !== undefined) report(member, `${capital(label)} ${reason}.`);
      else if (name === 'class' || name === 'Class')
        report(member, `${capital(label)} becomes "clazz" in Java, where every object has getClass().`);
    }
  },
};

function odd(name: string, chosen: string | undefined): string | undefined {
  const encoded = encodeIdentifier(name);
  return chosen === undefined && /[-.]/.test(name)
    ? `becomes "${encoded}" in TypeScript, and another name in other languages`
    : undefined;
}

function top(name: string, chosen: string | undefined): string | undefined {
  return chosen === undefined && isReservedAtTop(name)
    ? `becomes "${name}_" in TypeScript, where "${name}" is reserved`
    : undefined;
}

/** Methods of java.lang.Object. */
const objectMethods: ReadonlySet<string> = new Set(
  'clone equals finalize getClass hashCode notify notifyAll toString wait'.split(' '),
);

export const javaObjectMethod: RuleDefinition = {
  id: 'java-object-method',
  summary: 'No operation has the name of a method of java.lang.Object.',
  why: 'wsimport generates a method for each operation, with a small first letter. "Notify" and "Wait" become notify() and wait(), which are final in java.lang.Object: without parameters the client does not compile, and with parameters it is easily confused.',
  example: {
    before: 'operations:\n  Notify: { result: Order }',
    after: 'operations:\n  NotifyCustomer: { result: Order }',
  },
  remedy: 'Add the object to the name: "NotifyCustomer".',
  check: each(operations, ({ name }) => {
    const method = name.charAt(0).toLowerCase() + name.slice(1);
    return objectMethods.has(method) && `becomes ${method}() in Java, which every object inherits.`;
  }),
};

export const asciiNames: RuleDefinition = {
  id: 'ascii-names',
  summary: 'Names on the wire have ASCII letters, digits and "_" only.',
  why: 'XML allows letters of all scripts, but clients support them badly: PHP needs braces for such properties, SOAPAction headers are ASCII, and "é" can be one character or two that look the same.',
  example: {
    before: 'records:\n  Order:\n    Straße: string',
    after: 'records:\n  Order:\n    Street: string',
  },
  remedy: 'Use ASCII letters; put text in other scripts into "doc".',
  check: each(everyName, ({ name }) => /[^ -~]/.test(name) && 'has letters beyond ASCII in its name.'),
};
