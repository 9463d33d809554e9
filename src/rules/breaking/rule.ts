import type { Severity } from '../../diagnostics/index.ts';

/** Each contains the ones before it. */
export const breakingCategories = ['WIRE', 'WIRE_STRICT', 'CONTRACT', 'SOURCE'] as const;
export type Category = (typeof breakingCategories)[number];

export const ruleIds = {
  WIRE: [
    'SERVICE_SAME_NAMESPACE',
    'BINDING_SAME_SOAP_VERSION',
    'BINDING_SAME_STYLE',
    'BINDING_SAME_MTOM',
    'BINDING_NO_NEW_ADDRESSING',
    'BINDING_NO_NEW_SECURITY',
    'OPERATION_NO_DELETE',
    'OPERATION_SAME_SOAP_ACTION',
    'OPERATION_SAME_INPUT_ELEMENT',
    'OPERATION_SAME_OUTPUT_ELEMENT',
    'OPERATION_SAME_MEP',
    'HEADER_NO_NEW_REQUIRED',
    'HEADER_NO_DELETE_MUST_UNDERSTAND',
    'FIELD_SAME_WIRE_NAME',
    'FIELD_SAME_NAMESPACE',
    'FIELD_SAME_KIND',
    'FIELD_COMPATIBLE_TYPE',
    'REQUEST_FIELD_NO_NEW_REQUIRED',
    'REQUEST_FIELD_NOT_MADE_REQUIRED',
    'RESPONSE_FIELD_NOT_MADE_OPTIONAL',
    'RESPONSE_FIELD_NO_DELETE_REQUIRED',
    'REQUEST_CARDINALITY_NOT_NARROWED',
    'RESPONSE_CARDINALITY_NOT_WIDENED',
    'REQUEST_NILLABLE_NOT_REMOVED',
    'RESPONSE_NILLABLE_NOT_ADDED',
    'REQUEST_ENUM_VALUE_NO_DELETE',
    'RESPONSE_ENUM_VALUE_NO_ADD',
    'FAULT_SAME_ELEMENT',
    'FIELD_SAME_DEFAULT',
    'RESERVED_NO_REUSE',
    'RESERVED_NO_DELETE',
  ] as const,
  WIRE_STRICT: [
    'FIELD_SAME_ORDER',
    'RESPONSE_FIELD_NO_ADD',
    'REQUEST_FIELD_NO_DELETE_OPTIONAL',
    'REQUEST_FACET_NOT_TIGHTENED',
    'RESPONSE_FACET_NOT_LOOSENED',
    'FAULT_NO_ADD',
    'RESPONSE_SUBTYPE_NO_ADD',
  ] as const,
  CONTRACT: [
    'SERVICE_SAME_NAME',
    'PORT_SAME_NAME',
    'BINDING_SAME_NAME',
    'COMPLEX_TYPE_SAME_NAME',
    'FAULT_NO_DELETE',
    'ENDPOINT_SAME_ADDRESS',
  ] as const,
  SOURCE: [
    'METHOD_SAME_NAME',
    'TYPE_SAME_NAME',
    'PROPERTY_SAME_NAME',
    'PROPERTY_SAME_TS_TYPE',
    'PROPERTY_SAME_OPTIONALITY',
    'ENUM_UNION_SAME',
    'HANDLER_INTERFACE_NO_ADD',
  ] as const,
};

export type RuleIdOf<C extends Category> = (typeof ruleIds)[C][number];
export type RuleId = RuleIdOf<Category>;

/** Effects of a change on the peers of a service that was upgraded first. */
export interface Verdicts {
  /** Messages between the upgraded server and clients that were not changed. */
  readonly wire: 'fails' | 'fails if validated' | 'works';
  /** Code that other toolkits generate from the new WSDL. */
  readonly toolkits: 'changes' | 'same';
  /** Code that uses our generated TypeScript, after `generate`. */
  readonly typescript: 'changes' | 'same';
}

/** A rule, with the content of its page. */
export interface RuleDefinition {
  /** By default an error. */
  readonly severity?: Severity;
  /** The requirement in one sentence. */
  readonly summary: string;
  /** What breaks, and for whom. */
  readonly breaks: string;
  /** A message, or another part of what peers see, under the old contract and under the new one. */
  readonly example: { readonly before: string; readonly after: string };
  /** What to do instead; one line, printed with each finding. */
  readonly remedy: string;
  readonly verdicts: Verdicts;
}

/** A rule of the catalogue. */
export interface Rule extends RuleDefinition {
  readonly id: RuleId;
  readonly category: Category;
  readonly severity: Severity;
}
