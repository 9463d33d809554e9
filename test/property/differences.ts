/**
 * Where libxml2's validator (xmllint) and XML Schema 1.0 differ, and where we leave the clause knowingly: all that a
 * disagreement between it and us may be. docs/reference/conformance.md lists them.
 */
export interface Difference {
  readonly id: string;
  /** What decides. */
  readonly clause: string;
  readonly says: string;
  /** The message of the rejecting one. */
  readonly finding?: RegExp;
}

/** xmllint rejects texts that the clause allows. */
export const rejectedByXmllint: readonly Difference[] = [
  {
    id: 'whiteSpaceAround',
    clause: 'XML Schema part 2, 4.3.6',
    says: 'White space around a value of a type that collapses it is not part of it; xmllint rejects it for numbers.',
    finding: /: '(?:\s[^']*|[^']*\s)' is not a valid value of/,
  },
  {
    id: 'anyURI',
    clause: 'XML Schema part 2, 3.2.17',
    says: 'Any text becomes a URI by escaping; xmllint rejects some, such as "%" and "{a}".',
    finding:
      /'xs:anyURI'|anyURI|'[^']*%[^']*' is not a valid value of|'\d\d(?:\d\d-\d\d-\d\dT\d\d)?:\d\d[^']*' is not a valid value of the (?:list|union) type/,
  },
  {
    id: 'longNumbers',
    clause: 'XML Schema part 2, 3.2.3',
    says: 'A decimal has any number of digits; xmllint supports 24.',
    finding: /'[-+]?\d{20,}(?:\.\d*)?' is not a valid value|'[-+]?\d*\.\d{18,}' is not a valid value/,
  },
  {
    id: 'timeOrder',
    clause: 'XML Schema part 2, 3.2.8',
    says: 'Times are ordered as dateTimes of one day: 09:00:00+14:00 comes before 01:00:00Z, and 24:00:00 is 00:00:00. xmllint compares the hours of UTC.',
    finding:
      /\[facet '(?:min|max)(?:In|Ex)clusive'\] The value '\d\d:\d\d:\d\d|'\d\d:\d\d:\d\d[^']*' is not a valid value of the (?:union|list|local)/,
  },
  {
    id: 'prefixedTexts',
    clause: 'XML Schema part 2, 2.5.1.3 and 3.2.18',
    says: 'In a union "a:b" with an undeclared prefix is not a QName, and may be a value of the next member type; xmllint rejects it.',
    finding: /has no corresponding namespace declaration in scope/,
  },
  {
    id: 'fixedValue',
    clause: 'XML Schema part 1, 3.3.4 (cvc-elt, 5.2.2.2.2)',
    says: 'A fixed value is compared as a value: 5 is +5; xmllint compares texts.',
    finding: /does not match the fixed value constraint/,
  },
];

/** The runtime accepts texts that the clause rejects. */
export const acceptedByUs: readonly Difference[] = [
  {
    id: 'unknownAttributes',
    clause: 'XML Schema part 1, 3.4.4 (cvc-complex-type, 3.2); rule R1',
    says: 'Attributes that no type declares are skipped, by a strict server too: real clients add their own.',
    finding: /The attribute '[^']*' is not allowed/,
  },
  {
    id: 'wildcardContent',
    clause: 'XML Schema part 1, 3.10.4',
    says: 'Content of a wildcard or of anyType is kept unchanged and never validated, whatever processContents is.',
    finding: /demanded by the strict wildcard/,
  },
  {
    id: 'signs',
    clause: 'XML Schema part 2, 3.3.21.1 to 3.3.24.1',
    says: 'A sign before unsignedLong and the types derived from it is accepted, as in XML Schema 1.1.',
    finding: /'[+-]\d+' is not a valid value of the atomic type 'xs:unsigned/,
  },
  {
    id: 'whiteSpaceInEmpty',
    clause: 'XML Schema part 1, 3.4.4 (cvc-complex-type, 2.1)',
    says: 'White space in an element with empty content is accepted.',
    finding: /Character content is not allowed, because the content type is empty/,
  },
  {
    id: 'entities',
    clause: 'XML Schema part 2, 3.3.11',
    says: 'An ENTITY must be a name, but need not be declared: SOAP has no DOCTYPE.',
    finding: /'xs:(?:ENTITY|ENTITIES)'/,
  },
  {
    id: 'identifiers',
    clause: 'XML Schema part 1, 3.3.4 (cvc-id)',
    says: 'Whether an ID is unique and an IDREF has a target is not checked.',
    finding: /'xs:ID(?:REFS?)?'/,
  },
  {
    id: 'names',
    clause: 'XML 1.0 fifth edition, 2.3 (XML Schema part 2, 3.3.6 and 3.3.7 refer to the second edition)',
    says: 'Names may contain the characters of the fifth edition; letters in patterns are those of the Unicode version of JavaScript.',
    finding: /[\u{10000}-\u{10FFFF}]/u,
  },
];

/** xmllint accepts texts that the clause rejects. */
export const acceptedByXmllint: readonly Difference[] = [
  {
    id: 'emptyBuiltInLists',
    clause: 'XML Schema part 2, 3.3.5, 3.3.10 and 3.3.12',
    says: 'NMTOKENS, IDREFS and ENTITIES have at least one item; xmllint accepts an empty list.',
    finding: /it must have 1 or more items/,
  },
  {
    id: 'base64Alphabet',
    clause: 'XML Schema part 2, 3.2.16; rule R4',
    says: 'Base64 contains only its alphabet and white space; xmllint ignores other characters.',
    finding: /base64/,
  },
  {
    id: 'membersOfMembers',
    clause: 'XML Schema part 2, 2.5.1.3 and 4.3.4',
    says: 'A member of a union that is a restriction of a union or a list keeps its facets; xmllint ignores them.',
    finding: /it fits none of/,
  },
  {
    id: 'lenientForms',
    clause: 'XML Schema part 2, 3.2.4 to 3.2.6',
    says: 'A number has at least one digit, a duration at least one part; xmllint accepts "-" as a double and "P" as a duration.',
  },
  {
    id: 'days',
    clause: 'XML Schema part 2, 3.2.12',
    says: 'There is no 30th of February; xmllint accepts it as a gMonthDay.',
    finding: /its month has fewer days/,
  },
];

/** Valid schemas that libxml2 cannot compile; the generator of contracts leaves them out. */
export const libxml2CannotCompile: readonly Difference[] = [
  {
    id: 'emptyListInEnumeration',
    clause: 'XML Schema part 2, 4.3.5',
    says: 'An enumeration of a list may contain the empty list; xmllint ends in an internal error.',
  },
];

/** What libxml2 does not know of Unicode; the generator of values keeps away from it. */
export const unicode: Difference = {
  id: 'unicodeCategories',
  clause: 'XML Schema part 2, appendix F.1.1',
  says: 'Letters are those of Unicode; xmllint does not count ideographs as letters.',
};

/** Features that content models and values of generated code leave out; generators of values avoid them. */
export const ours: readonly Difference[] = [
  {
    id: 'nilWithoutAttributes',
    clause: 'XML Schema part 1, 3.4.4 (cvc-complex-type, 4)',
    says: 'null is written without attributes, even required ones.',
  },
  {
    id: 'nilOfAbstractType',
    clause: 'XML Schema part 1, 3.4.4 (cvc-type, 2)',
    says: 'null of an abstract type is written without an xsi:type.',
  },
  {
    id: 'greedyCounts',
    clause: 'XML Schema part 1, 3.8.4',
    says: 'Items of one name in repeated groups are matched greedily: groups of two or three items from four items are three and one, which is rejected. If one group ends and the next begins with the same element, they are read as one group if it allows as many items.',
  },
  {
    id: 'canonicalText',
    clause: 'XML Schema part 2, 4.3.4',
    says: 'A value whose only written form does not match the pattern (boolean with the pattern [01]) can be read, but not written.',
  },
  {
    id: 'earlierMember',
    clause: 'XML Schema part 2, 2.5.1.3',
    says: 'A value of a later member of a union whose text is valid for an earlier member is read as a value of the earlier one.',
  },
  {
    id: 'listedTimes',
    clause: 'XML Schema part 2, 4.3.5',
    says: 'A dateTime without a zone in an enumeration or a bound, or a date with a zone, becomes a different value as a Date: a dateTime is written with Z, a date without a zone.',
  },
  {
    id: 'unqualifiedQName',
    clause: 'XML Schema part 2, 3.2.18',
    says: 'A QName in no namespace cannot be written where a default namespace is declared.',
  },
  {
    id: 'encodedId',
    clause: 'SOAP 1.1, 5.4.1',
    says: 'An attribute id without a namespace is the target of references in encoded messages: a record with such an attribute of its own can have each value once.',
  },
];

/** Whether the runtime rejects for a reason that xmllint does not check. */
export function isOurRestriction(reason: string): boolean {
  return acceptedByXmllint.some(({ finding }) => finding?.test(reason));
}

/** The messages of xmllint about a document without the known differences. */
export function unexplained(findings: readonly string[]): readonly string[] {
  const known = [...rejectedByXmllint, ...acceptedByUs].flatMap(({ finding }) => finding ?? []);
  return findings.filter((finding) => !known.some((expression) => expression.test(finding)));
}

/** All of them, in the order of the page. */
export const differences: readonly Difference[] = [
  ...rejectedByXmllint,
  ...acceptedByXmllint,
  ...acceptedByUs,
  ...libxml2CannotCompile,
  unicode,
  ...ours,
];
