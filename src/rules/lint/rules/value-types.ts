import type { TypeReference } from '../../../contract/index.ts';
import { fields, type Holder, type Labelled, type View, values } from '../contract-view.ts';
import { componentKey, reachable } from '../reach.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { simpleDefinitions, simpleOf } from '../simple-root.ts';
import { capital } from '../wording.ts';

const unboundedIntegers: ReadonlySet<string> = new Set(
  'unsignedLong integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger'.split(' '),
);

export const largeInteger: RuleDefinition = {
  id: 'large-integer',
  summary: 'Integers fit 64 bits with a sign.',
  why: 'PHP reads larger integers as floats, so that 18446744073709551615 becomes 1.8446744073709552E+19 and loses digits. JAXB uses BigInteger for these types, even for small numbers.',
  example: {
    before: 'records:\n  Order: { Number: unsignedLong }',
    after: 'records:\n  Order: { Number: long }',
  },
  remedy: 'Use long, give the type the bounds of long ("max: 9223372036854775807"), or send an identifier as a string.',
  check: each(values, ({ type }, view) => {
    const { builtIn, facets } = simpleOf(view, type) ?? {};
    if (facets === undefined || builtIn === undefined || !unboundedIntegers.has(builtIn)) return undefined;
    return !isBounded(facets, builtIn) && `has the type ${builtIn}; PHP loses digits of values beyond 64 bits.`;
  }),
};

/** Digits in which libxml2 stores a decimal: its schema parser rejects longer literals. */
const maxDigits = 24;

export const longNumber: RuleDefinition = {
  id: 'long-number',
  summary: 'Numbers in enumerations, bounds and defaults have at most 24 digits.',
  why: 'The library libxml2 stores decimals in 24 digits and rejects a schema with a longer number, so that xmllint and programs in PHP or Python cannot validate any message.',
  example: {
    before: 'types:\n  Key: { base: integer, enum: ["1000000000000000000000000"] }\nrecords:\n  Order: { Key: Key }',
    after: 'types:\n  Key: { base: string, enum: ["1000000000000000000000000"] }\nrecords:\n  Order: { Key: Key }',
  },
  remedy: 'Use a shorter number, or a string.',
  check: (view, report) => {
    const isDecimal = (type: TypeReference): boolean =>
      /decimal|int|long|short|byte/i.test(simpleOf(view, type)?.builtIn ?? '');
    const check = (subject: Labelled, number: string): void => {
      const digits = number.replace(/^[+-]?0*|\./g, '').length;
      if (digits > maxDigits)
        report(subject, `${capital(subject.label)} has a value of ${digits} digits, which libxml2 rejects.`);
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

/** Checks each value whose root is one of these built-in types. */
function eachOfType(builtIns: readonly string[], fault: (found: string) => string): RuleDefinition['check'] {
  return each(values, ({ type }, view) => {
    const builtIn = simpleOf(view, type)?.builtIn;
    return builtIn !== undefined && builtIns.includes(builtIn) && fault(builtIn);
  });
}

export const idReference: RuleDefinition = {
  id: 'id-reference',
  summary: 'References are texts or numbers, not IDREF.',
  why: 'JAXB resolves an IDREF to the object with that ID in the same message, and returns null without one, so that the value is lost. IDs must also be unique in a message.',
  example: {
    before: 'records:\n  Line: { Order: IDREF }',
    after: 'records:\n  Line: { Order: NCName }',
  },
  remedy: 'Use string, token or NCName.',
  check: eachOfType(['IDREF', 'IDREFS'], (found) => `is of type ${found}, which JAXB reads as null if no ID matches.`),
};

export const needsDtd: RuleDefinition = {
  id: 'needs-dtd',
  severity: 'error',
  preset: 'minimal',
  summary: 'No type needs a document type declaration.',
  why: 'ENTITY and NOTATION refer to declarations of a DTD, which a SOAP message must not contain (SOAP 1.1, section 3): no value is valid, and validators reject all.',
  example: {
    before: 'records:\n  Image: { Source: ENTITY }',
    after: 'records:\n  Image: { Source: NCName }',
  },
  remedy: 'Use NCName, or an enumeration.',
  source: 'https://www.w3.org/TR/xmlschema-2/#ENTITY',
  check: eachOfType(['ENTITY', 'ENTITIES', 'NOTATION'], (found) => {
    return `is of type ${found}, which has no valid value in a SOAP message.`;
  }),
};

export const dateTimeZone: RuleDefinition = {
  id: 'date-time-zone',
  severity: 'info',
  preset: 'strict',
  summary: 'The time zone of a dateTime is documented.',
  why: 'A dateTime can be without a time zone. JavaScript and .NET then assume the local zone, and other programs UTC, which can change the date by a day.',
  example: {
    before: 'records:\n  Order: { Paid: dateTime }',
    after: 'records:\n  Order:\n    Paid: { type: dateTime, doc: "When it was paid, in UTC." }',
  },
  remedy:
    'Name the zone in "doc" or in the field ("PaidUtc"), or require one by a type with the pattern ".*(Z|[+-].{5})".',
  check: each(values, ({ type, name, doc = '' }, view) => {
    const simple = simpleOf(view, type);
    if (simple?.builtIn !== 'dateTime' || simple.facets.some(({ patterns = [] }) => patterns.length > 0))
      return undefined;
    return !/utc|gmt|zone|offset|local/i.test(`${name} ${doc}`) && 'is a dateTime without a documented time zone.';
  }),
};

export const durationType: RuleDefinition = {
  id: 'duration-type',
  severity: 'info',
  preset: 'strict',
  summary: 'Durations are numbers with a fixed unit.',
  why: 'xs:duration has years and months, whose lengths vary. .NET and PHP map it to a string, and TimeSpan and java.time.Duration reject "P1M".',
  example: {
    before: 'records:\n  Session: { Timeout: duration }',
    after: 'records:\n  Session: { TimeoutSeconds: int }',
  },
  remedy: 'Use a number with the unit in its name, or document the allowed parts in "doc".',
  check: eachOfType(['duration'], () => 'is an xs:duration, which most clients read as text.'),
};

export const listOrUnion: RuleDefinition = {
  id: 'list-or-union',
  severity: 'info',
  preset: 'strict',
  summary: 'No value is a list or a union.',
  why: 'PHP and svcutil read a list as one text with spaces; JAXB and .NET read a union as a String without its type.',
  example: {
    before: 'types:\n  Sizes: { list: int }\nrecords:\n  Order: { Sizes: Sizes }',
    after: 'records:\n  Order:\n    Size: "int[]"',
  },
  remedy: 'Use a repeated field instead of a list, and a string or a choice instead of a union.',
  check: each(values, ({ type }, view) => {
    const variety = simpleOf(view, type)?.variety;
    return (variety === 'list' || variety === 'union') && `is a ${variety}, which many clients read as text.`;
  }),
};

export const nillableOptional: RuleDefinition = {
  id: 'nillable-optional',
  severity: 'info',
  summary: 'A field is optional or nillable, not both.',
  why: 'Absent and nil are then two forms of one meaning. zeep returns None for both; JAXB distinguishes them by a JAXBElement around the value, which is inconvenient.',
  example: {
    before: 'records:\n  Order:\n    Note: { type: string, optional: true, nillable: true }',
    after: 'records:\n  Order:\n    Note: string?',
  },
  remedy: 'Remove "nillable", or document the difference between nil and absent in "doc".',
  check: each(fields, ({ element, occurs }) => {
    return element.nillable && occurs.min === 0 && occurs.max === 1 && 'can be absent and can be nil.';
  }),
};

export const nillableItems: RuleDefinition = {
  id: 'nillable-items',
  severity: 'info',
  summary: 'Items of a list are never nil.',
  why: 'A list with nil items is a list of "int?" in .NET and of JAXBElement in Java, and many programs do not expect null there. A nil item has no defined meaning.',
  example: {
    before: 'records:\n  Order:\n    Size: { type: int, many: true, nillable: true }',
    after: 'records:\n  Order:\n    Size: "int[]"',
  },
  remedy: 'Remove "nillable", and omit items without a value.',
  check: each(fields, ({ element, occurs }) => {
    return element.nillable && occurs.max !== 1 && 'repeats, and its items can be nil.';
  }),
};

export const answerDefault: RuleDefinition = {
  id: 'answer-default',
  severity: 'info',
  preset: 'strict',
  summary: 'Attributes of responses have no defaults.',
  why: 'Only a reader with the schema can supply a default. PHP, zeep and JAXB do (zeep not in an otherwise empty element), node-soap and hand-written clients do not.',
  example: {
    before:
      'records:\n  Order:\n    $attributes: { currency: { type: string, optional: true, default: EUR } }\n    Total: decimal',
    after: 'records:\n  Order:\n    $attributes: { currency: string }\n    Total: decimal',
  },
  remedy: 'Make the attribute required in responses, so that it is always sent.',
  check: (view, report) => {
    const isInResponse = responseHolders(view);
    for (const holder of view.holders) {
      if (!isInResponse(holder)) continue;
      for (const one of holder.attributes) {
        if (one.attribute.default !== undefined)
          report(
            one,
            `${capital(one.label)} has a default, which not every client supplies if a response omits the attribute.`,
          );
      }
    }
  },
};

/** Whether a response can contain the holder. */
function responseHolders(view: View): (holder: Holder) => boolean {
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
