import { pageAddress, type RuleText } from '../../diagnostics/index.ts';
import { type Category, lintCategories, type Rule, type RuleDefinition } from './rule.ts';
import * as constructs from './rules/constructs.ts';
import * as docs from './rules/docs.ts';
import * as java from './rules/java.ts';
import { keptNotEnforced } from './rules/kept-constructs.ts';
import { binaryWithoutStream, largePattern, unboundedList } from './rules/message-size.ts';
import { fieldCase, fieldSpelling, namesByCase, operationCase, recordCase } from './rules/name-styles.ts';
import { asciiNames, awkwardName, javaObjectMethod } from './rules/portable-names.ts';
import * as security from './rules/security.ts';
import * as unused from './rules/unused-components.ts';
import { allOptionalRequest } from './rules/unused-components.ts';
import * as values from './rules/value-types.ts';
import * as wsi from './rules/wsi.ts';

/** The rules of each category, in the order of docs/reference/lint.md. */
const byCategory: Readonly<Record<Category, readonly RuleDefinition[]>> = {
  naming: [operationCase, recordCase, fieldCase, fieldSpelling, namesByCase, awkwardName, javaObjectMethod],
  docs: [docs.serviceDoc, docs.operationDoc, docs.recordDoc, docs.fieldDoc, docs.deprecatedDoc, docs.unmarkedError],
  structure: [
    unused.unusedRecord,
    unused.unusedType,
    unused.unusedElement,
    unused.unusedGroup,
    unused.unusedMessage,
    allOptionalRequest,
  ],
  wsi: [
    wsi.arrayOfNames,
    wsi.soap12Binding,
    wsi.mixedStyles,
    wsi.encodedMessages,
    wsi.wireSignatures,
    wsi.samePortAddress,
    wsi.relativeNamespace,
  ],
  interop: [
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
    keptNotEnforced,
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
  ],
  security: [security.unmarkedSecret, security.plainHttp, security.unmarkedPersonal],
  size: [binaryWithoutStream, unboundedList, largePattern],
};

export const rules: readonly Rule[] = lintCategories.flatMap((category) =>
  byCategory[category].map((rule) => ({
    severity: 'warning' as const,
    preset: 'recommended' as const,
    ...rule,
    category,
  })),
);

function ruleOf(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}

/** The rule as formats tell of it. */
export function ruleTextOf(id: string): RuleText | undefined {
  const rule = ruleOf(id);
  if (rule === undefined) return undefined;
  const { summary, why, remedy, severity, category } = rule;
  return { summary, why, remedy, severity, category, helpUri: pageAddress(id) };
}
