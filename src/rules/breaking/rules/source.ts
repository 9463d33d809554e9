import type { RuleDefinition, RuleIdOf } from '../rule.ts';
import { ours } from '../verdicts.ts';

/** Rules for the names and types of our generated TypeScript. */
export const sourceRules: Readonly<Record<RuleIdOf<'SOURCE'>, RuleDefinition>> = {
  METHOD_SAME_NAME: {
    summary: 'The method of an operation keeps its name.',
    breaks: 'Calls of the client and the handlers of the server do not compile after `generate`.',
    example: { before: 'client.find({ … })', after: 'client.findOrder({ … })' },
    remedy: 'Keep the name of the method with `name`.',
    verdicts: ours,
  },
  TYPE_SAME_NAME: {
    summary: 'Types keep their names in TypeScript.',
    breaks: 'Imports of the type do not compile after `generate`.',
    example: {
      before: "import type { Address } from './generated/types.js'",
      after: "import type { PostalAddress } from './generated/types.js'",
    },
    remedy: 'Keep the name of the type with `name`.',
    verdicts: ours,
  },
  PROPERTY_SAME_NAME: {
    summary: 'Properties keep their names, and none is deleted.',
    breaks: 'Code that reads or writes the property does not compile after `generate`.',
    example: { before: 'order.number', after: 'order.no' },
    remedy: 'Keep the name of the property with `name`, or the field itself.',
    verdicts: ours,
  },
  PROPERTY_SAME_TS_TYPE: {
    summary: 'Properties, requests and responses keep their types in TypeScript.',
    breaks: 'Code that takes the value as the former type does not compile after `generate`.',
    example: { before: 'number: number', after: 'number: bigint' },
    remedy: 'Keep the type; `options` and `mapping` say how numbers and dates are represented.',
    verdicts: ours,
  },
  PROPERTY_SAME_OPTIONALITY: {
    summary: 'Properties stay optional or required, and new ones are optional.',
    breaks: 'Code that leaves the property out, or that reads it without a check, does not compile after `generate`.',
    example: { before: 'street: string', after: 'street?: string' },
    remedy: 'Leave the field as it is, and make new ones optional.',
    verdicts: ours,
  },
  ENUM_UNION_SAME: {
    summary: 'The union type of an enumeration keeps its values.',
    breaks: 'A switch over all values, and code with a deleted value, do not compile after `generate`.',
    example: { before: "type Color = 'red' | 'green'", after: "type Color = 'red' | 'green' | 'blue'" },
    remedy: 'Leave the values, or tell the users of the package to add a case.',
    verdicts: ours,
  },
  HANDLER_INTERFACE_NO_ADD: {
    severity: 'info',
    summary: 'The interface of the handlers gets no new method.',
    breaks:
      'A server with the old handlers does not compile after `generate`, until it has a handler for the new operation.',
    example: {
      before: 'const handlers: ShopHandlers = { find }',
      after: 'const handlers: ShopHandlers = { find, load }',
    },
    remedy: 'Run `soapwright generate`, which adds a handler file, and implement it.',
    verdicts: ours,
  },
};
