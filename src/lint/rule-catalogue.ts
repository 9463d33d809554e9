import type { Rule } from './rule.ts';
import * as constructs from './rules/constructs.ts';
import * as docs from './rules/docs.ts';
import * as java from './rules/java.ts';
import { binaryWithoutStream, largePattern, unboundedList } from './rules/message-size.ts';
import { fieldCase, fieldSpelling, namesByCase, operationCase, recordCase } from './rules/name-styles.ts';
import { asciiNames, awkwardName, javaObjectMethod } from './rules/portable-names.ts';
import * as security from './rules/security.ts';
import * as unused from './rules/unused-components.ts';
import { allOptionalRequest } from './rules/unused-components.ts';
import * as values from './rules/value-types.ts';
import * as wsi from './rules/wsi.ts';

/** All rules, by category, in the order of docs/reference/lint.md. */
export const rules: readonly Rule[] = [
  operationCase,
  recordCase,
  fieldCase,
  fieldSpelling,
  namesByCase,
  awkwardName,
  javaObjectMethod,

  docs.serviceDoc,
  docs.operationDoc,
  docs.recordDoc,
  docs.fieldDoc,
  docs.deprecatedDoc,

  unused.unusedRecord,
  unused.unusedType,
  unused.unusedElement,
  unused.unusedGroup,
  unused.unusedMessage,
  allOptionalRequest,

  wsi.arrayOfNames,
  wsi.soap12Binding,
  wsi.mixedStyles,
  wsi.wireSignatures,
  wsi.samePortAddress,
  wsi.relativeNamespace,

  java.elementTypeClash,
  java.javaDuplicates,
  java.javaEnumConstants,
  asciiNames,
  constructs.repeatedGroup,
  constructs.mixedContent,
  constructs.substitutionGroup,
  constructs.emptySoapAction,
  constructs.unqualifiedForm,
  constructs.choiceContent,
  constructs.allContent,
  constructs.wildcardContent,
  constructs.abstractType,
  constructs.recursiveRecord,
  constructs.sameNameNamespaces,
  values.needsDtd,
  values.largeInteger,
  values.longNumber,
  values.idReference,
  values.nillableOptional,
  values.nillableItems,
  values.answerDefault,
  values.dateTimeZone,
  values.durationType,
  values.listOrUnion,

  security.unmarkedSecret,
  security.plainHttp,
  security.unmarkedPersonal,

  binaryWithoutStream,
  unboundedList,
  largePattern,
];

export function ruleOf(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
