import type { Rule } from './construct.ts';
import { has, type JsonSchema, reference, when } from './json-schema-parts.ts';

function isSet(key: string): JsonSchema {
  return { properties: { [key]: { const: true } }, required: [key] };
}

/** A rule between keys as JSON Schemas. */
export function ruleSchemas(rule: Rule): readonly JsonSchema[] {
  switch (rule.rule) {
    case 'exclusive':
      return pairs(rule.keys).map((pair) => ({ not: has(...pair) }));
    case 'required':
      return [rule.keys.length === 1 ? has(...rule.keys) : { anyOf: rule.keys.map((key) => has(key)) }];
    case 'notBoth': {
      const [one, other] = rule.flags;
      return [{ not: { allOf: [isSet(one), isSet(other)] } }];
    }
    case 'excludes':
      return [
        when(rule.flag ? isSet(rule.key) : has(rule.key), { not: { anyOf: rule.others.map((key) => has(key)) } }),
      ];
    case 'needs':
      return [{ anyOf: [{ not: has(rule.key) }, has(rule.other)] }];
    case 'special':
      return special[rule.name];
  }
}

function pairs(keys: readonly string[]): readonly (readonly [string, string])[] {
  return keys.flatMap((one, index) => keys.slice(index + 1).map((other) => [one, other] as const));
}

const bareMessage: JsonSchema = {
  anyOf: [{ type: 'string', pattern: '^[^\\s?\\[\\]]+$' }, reference('bare'), { type: 'object', maxProperties: 0 }],
};

const bareMessages: JsonSchema = {
  properties: {
    request: bareMessage,
    result: bareMessage,
    response: false,
  },
  required: ['request'],
};

const fieldMessages: JsonSchema = { properties: { request: reference('request'), result: reference('result') } };

const isBare: JsonSchema = { properties: { style: { const: 'bare' } }, required: ['style'] };

function operationsWithoutStyle(messages: JsonSchema): JsonSchema {
  const style = when({ not: has('style') }, messages);
  return { properties: { operations: { patternProperties: { '^[^$]': style } } } };
}

/** The results of operations in other styles than bare need names. */
function operationsWhen(condition: JsonSchema): JsonSchema {
  const result = when({ allOf: [condition, { not: isBare }] }, { properties: { result: reference('namedResult') } });
  return { properties: { operations: { patternProperties: { '^[^$]': result } } } };
}

const mainKeys = ['service', 'namespace', 'operations'];
const declarations = 'headers faults elements attributes groups attributeGroups notations types records'.split(' ');

const special: Readonly<Record<Extract<Rule, { rule: 'special' }>['name'], readonly JsonSchema[]>> = {
  file: [
    has('soapwright'),
    {
      anyOf: [
        { ...has(...mainKeys), anyOf: [has('address'), has('ports')] },
        { ...has('service', 'namespace', 'include'), anyOf: [has('address'), has('ports')] },
        {
          not: { anyOf: ['service', 'address', 'operations', 'ports'].map((key) => has(key)) },
          anyOf: ['namespaces', 'include', ...declarations].map((key) => has(key)),
        },
      ],
    },
    when(isBare, operationsWithoutStyle(bareMessages), operationsWithoutStyle(fieldMessages)),
    when({ not: has('resultName') }, when(isBare, operationsWhen(has('style')), operationsWhen({}))),
  ],
  operation: [
    when(
      isSet('oneWay'),
      { not: { anyOf: [has('result'), has('response')] } },
      { anyOf: [has('result'), has('response')] },
    ),
    when(has('style'), when(isBare, bareMessages, fieldMessages)),
  ],
  stream: [
    { not: { allOf: [isSet('stream'), has('record')] } },
    { not: { allOf: [has('contentType'), has('record')] } },
    when({ anyOf: [isSet('stream'), has('contentType')] }, { properties: { type: { const: 'base64Binary' } } }),
  ],
  mapping: [reference('mappingFits')],
};
