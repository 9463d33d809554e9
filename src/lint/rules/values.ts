import type { TypeReference } from '../../contract/index.ts';
import type { Holder, Subject, View } from '../contract-view.ts';
import { componentKey, reachable } from '../reach.ts';
import type { Rule, Tell } from '../rule.ts';
import { builtInAmong, simpleDefinitions, simpleOf } from '../simple-root.ts';
import { capital } from '../wording.ts';

const unboundedIntegers: ReadonlySet<string> = new Set(
  'unsignedLong integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger'.split(' '),
);

export const largeInteger: Rule = {
  id: 'large-integer',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Integers fit 64 bits with a sign.',
  why: 'PHP reads whatever is larger as a float, and 18446744073709551615 becomes 1.8446744073709552E+19: the digits are gone before anybody sees them. JAXB makes a BigInteger of these types, even for small numbers.',
  example: {
    before: 'records:\n  Order: { Number: unsignedLong }',
    after: 'records:\n  Order: { Number: long }',
  },
  remedy: 'Use long, give the type bounds that fit it ("max: 9223372036854775807"), or send an identifier as a string.',
  check: (view, tell) => {
    for (const { type, label, path, origin } of view.values) {
      const simple = simpleOf(view, type);
      const builtIn = simple?.builtIn;
      if (simple === undefined || builtIn === undefined || !unboundedIntegers.has(builtIn)) continue;
      if (isBounded(simple.facets, builtIn)) continue;
      tell({ path, origin }, `${capital(label)} is of type ${builtIn}, of which PHP loses digits beyond 64 bits.`);
    }
  },
};

/** Digits in which libxml2 stores a decimal: its schema parser rejects longer literals. */
const maxDigits = 24;

export const longNumber: Rule = {
  id: 'long-number',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Numbers in enumerations, bounds and defaults have at most 24 digits.',
  why: 'The library libxml2 stores decimals in 24 digits and rejects a schema with a longer number, so that xmllint and programs in PHP or Python cannot validate any message.',
  example: {
    before: 'types:\n  Key: { base: integer, enum: ["1000000000000000000000000"] }\nrecords:\n  Order: { Key: Key }',
    after: 'types:\n  Key: { base: string, enum: ["1000000000000000000000000"] }\nrecords:\n  Order: { Key: Key }',
  },
  remedy: 'Use a shorter number, or a string.',
  check: (view, tell) => {
    const isDecimal = (type: TypeReference): boolean =>
      /decimal|int|long|short|byte/i.test(simpleOf(view, type)?.builtIn ?? '');
    const check = (subject: Subject & { readonly label: string }, number: string): void => {
      const digits = number.replace(/^[+-]?0*|\./g, '').length;
      if (digits > maxDigits)
        tell(subject, `${capital(subject.label)} has a value of ${digits} digits, which libxml2 rejects.`);
    };
    for (const { type, literals, ...subject } of view.values) {
      if (literals.length > 0 && isDecimal(type)) for (const number of literals) check(subject, number);
    }
    for (const { type, path, label, origin } of simpleDefinitions(view)) {
      if (type.variety.kind !== 'restriction' || !isDecimal({ kind: 'anonymous', type })) continue;
      const { enumeration = [], minInclusive, minExclusive, maxInclusive, maxExclusive } = type.variety.facets;
      for (const one of enumeration) check({ path, label, origin: one.origin ?? origin }, one.value);
      for (const bound of [minInclusive, minExclusive, maxInclusive, maxExclusive])
        check({ path, label, origin }, bound ?? '');
    }
  },
};

function isBounded(facets: NonNullable<ReturnType<typeof simpleOf>>['facets'], builtIn: string): boolean {
  const upper = facets.some(
    ({ maxInclusive, maxExclusive, totalDigits, enumeration }) =>
      maxInclusive ?? maxExclusive ?? totalDigits ?? enumeration?.length,
  );
  const lower = facets.some(
    ({ minInclusive, minExclusive, totalDigits, enumeration }) =>
      minInclusive ?? minExclusive ?? totalDigits ?? enumeration?.length,
  );
  const fromAbove = builtIn === 'nonPositiveInteger' || builtIn === 'negativeInteger';
  return (upper || fromAbove) && (lower || (!fromAbove && builtIn !== 'integer'));
}

/** Tells of each value that comes down to one of these built-in types. */
function tellOfTypes(view: View, tell: Tell, types: readonly string[], what: (found: string) => string): void {
  const among = new Set(types);
  for (const { type, label, path, origin } of view.values) {
    const found = builtInAmong(view, type, among);
    if (found !== undefined) tell({ path, origin }, `${capital(label)} ${what(found)}`);
  }
}

export const idReference: Rule = {
  id: 'id-reference',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'References are plain texts or numbers, not IDREF.',
  why: 'JAXB makes an Object of an IDREF and looks for the ID in the same message; where it is not there, the value is null, whatever was sent. IDs of two parts of a message may not be the same either.',
  example: {
    before: 'records:\n  Line: { Order: IDREF }',
    after: 'records:\n  Line: { Order: NCName }',
  },
  remedy: 'Use string, token or NCName.',
  check: (view, tell) => {
    tellOfTypes(view, tell, ['IDREF', 'IDREFS'], (found) => {
      return `is of type ${found}, which JAXB reads as null where no ID matches.`;
    });
  },
};

export const needsDtd: Rule = {
  id: 'needs-dtd',
  category: 'interop',
  severity: 'error',
  preset: 'minimal',
  summary: 'No type needs a document type declaration.',
  why: 'ENTITY and NOTATION name what a DTD declares, and a SOAP message must not have one (SOAP 1.1, section 3): no value is valid, and validators refuse each.',
  example: {
    before: 'records:\n  Image: { Source: ENTITY }',
    after: 'records:\n  Image: { Source: NCName }',
  },
  remedy: 'Use NCName, or an enumeration.',
  source: 'https://www.w3.org/TR/xmlschema-2/#ENTITY',
  check: (view, tell) => {
    tellOfTypes(view, tell, ['ENTITY', 'ENTITIES', 'NOTATION'], (found) => {
      return `is of type ${found}, of which no SOAP message can hold a value.`;
    });
  },
};

export const dateTimeZone: Rule = {
  id: 'date-time-zone',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'It is said in which zone times are.',
  why: 'A dateTime may have a zone or none, and those who read one without take what they like: JavaScript and .NET their own zone, others UTC. A date then moves by a day.',
  example: {
    before: 'records:\n  Order: { Paid: dateTime }',
    after: 'records:\n  Order:\n    Paid: { type: dateTime, doc: "When it was paid, in UTC." }',
  },
  remedy: 'Say it in "doc" or in the name ("PaidUtc"), or demand a zone by a type with the pattern ".*(Z|[+-].{5})".',
  check: (view, tell) => {
    for (const { type, name, doc = '', label, path, origin } of view.values) {
      const simple = simpleOf(view, type);
      if (simple?.builtIn !== 'dateTime' || simple.facets.some(({ patterns = [] }) => patterns.length > 0)) continue;
      if (/utc|gmt|zone|offset|local/i.test(`${name} ${doc}`)) continue;
      tell({ path, origin }, `${capital(label)} is a dateTime, and nothing says in which zone.`);
    }
  },
};

export const durationType: Rule = {
  id: 'duration-type',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'Lengths of time are numbers of one unit.',
  why: 'xs:duration has years and months of no fixed length. .NET maps it to a string, PHP too, and TimeSpan and java.time.Duration refuse "P1M".',
  example: {
    before: 'records:\n  Session: { Timeout: duration }',
    after: 'records:\n  Session: { TimeoutSeconds: int }',
  },
  remedy: 'Use a number whose name says the unit, or tell in "doc" which parts can come.',
  check: (view, tell) => {
    tellOfTypes(view, tell, ['duration'], () => 'is an xs:duration, which most clients keep as text.');
  },
};

export const listOrUnion: Rule = {
  id: 'list-or-union',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'Values are single values of a single type.',
  why: 'PHP and svcutil read a list as one text with blanks; JAXB and .NET make a String of a union and forget what it was of.',
  example: {
    before: 'types:\n  Sizes: { list: int }\nrecords:\n  Order: { Sizes: Sizes }',
    after: 'records:\n  Order:\n    Size: "int[]"',
  },
  remedy: 'Let the field repeat in place of a list; use string, or a choice, in place of a union.',
  check: (view, tell) => {
    for (const { type, label, path, origin } of view.values) {
      const variety = simpleOf(view, type)?.variety;
      if (variety === 'list' || variety === 'union')
        tell({ path, origin }, `${capital(label)} is a ${variety}, which many clients keep as one text.`);
    }
  },
};

export const nillableOptional: Rule = {
  id: 'nillable-optional',
  category: 'interop',
  severity: 'info',
  preset: 'recommended',
  summary: 'A field is optional or nillable, not both.',
  why: 'Absent and nil are then two things that mean one. zeep shows both as None; JAXB wraps the value in a JAXBElement so that they can be told apart, which callers of getters dislike.',
  example: {
    before: 'records:\n  Order:\n    Note: { type: string, optional: true, nillable: true }',
    after: 'records:\n  Order:\n    Note: string?',
  },
  remedy: 'Leave out "nillable", unless nil and absent mean different things; then say in "doc" which.',
  check: (view, tell) => {
    for (const { fields } of view.holders) {
      for (const field of fields) {
        const { element, occurs } = field;
        if (element.nillable && occurs.min === 0 && occurs.max === 1)
          tell(field, `${capital(field.label)} may be absent and may be nil.`);
      }
    }
  },
};

export const nillableItems: Rule = {
  id: 'nillable-items',
  category: 'interop',
  severity: 'info',
  preset: 'recommended',
  summary: 'Items of a list are never nil.',
  why: 'A list of values and nils is a list of "int?" in .NET, of JAXBElement in Java, and one that falls over its nulls in most programs that somebody wrote in a hurry. What a nil item means, nothing says.',
  example: {
    before: 'records:\n  Order:\n    Size: { type: int, many: true, nillable: true }',
    after: 'records:\n  Order:\n    Size: "int[]"',
  },
  remedy: 'Leave out "nillable"; an item that has nothing to say need not be there.',
  check: (view, tell) => {
    for (const { fields } of view.holders) {
      for (const field of fields) {
        if (field.element.nillable && field.occurs.max !== 1)
          tell(field, `${capital(field.label)} repeats, and each item may be nil.`);
      }
    }
  },
};

export const answerDefault: Rule = {
  id: 'answer-default',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'An answer says what it means, without defaults.',
  why: 'A default is filled in by a reader that has the schema and looks there. PHP, zeep and JAXB do (zeep not where the element is empty otherwise), node-soap and clients that were written by hand do not.',
  example: {
    before:
      'records:\n  Order:\n    $attributes: { currency: { type: string, optional: true, default: EUR } }\n    Total: decimal',
    after: 'records:\n  Order:\n    $attributes: { currency: string }\n    Total: decimal',
  },
  remedy: 'Make the attribute required in what is answered, so that it is always written.',
  check: (view, tell) => {
    const answered = answeredHolders(view);
    for (const holder of view.holders) {
      if (!answered(holder)) continue;
      for (const one of holder.attributes) {
        if (one.attribute.default !== undefined)
          tell(
            one,
            `${capital(one.label)} has a default, which not every client fills in when an answer leaves it out.`,
          );
      }
    }
  },
};

/** What can be part of an answer. */
function answeredHolders(view: View): (holder: Holder) => boolean {
  const reached = reachable(
    view,
    view.operations.flatMap(({ output }) => output),
  );
  const paths = new Set([
    ...view.types.filter(({ name }) => reached.has(componentKey('type', name))).map(({ path }) => path),
    ...view.elements.filter(({ name }) => reached.has(componentKey('element', name))).map(({ path }) => path),
    ...view.groups.filter(({ name }) => reached.has(componentKey('group', name))).map(({ path }) => path),
  ]);
  return ({ path }) => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) if (paths.has(at)) return true;
    return false;
  };
}
