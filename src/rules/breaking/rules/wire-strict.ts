import type { RuleDefinition, RuleIdOf } from '../rule.ts';
import { failsValidated } from '../verdicts.ts';

/** Rules for what messages hold: peers that validate fail. */
export const strictRules: Readonly<Record<RuleIdOf<'WIRE_STRICT'>, RuleDefinition>> = {
  FIELD_SAME_ORDER: {
    summary: 'The elements of a sequence keep their order.',
    breaks: 'Peers that validate refuse the other order; some that do not skip what comes too early.',
    example: { before: '<A>1</A><B>2</B>', after: '<B>2</B><A>1</A>' },
    remedy: 'Leave the order, and add new fields at the end.',
    verdicts: { ...failsValidated, typescript: 'same' },
  },
  RESPONSE_FIELD_NO_ADD: {
    summary: 'Responses get no new field, unless the record is open (`any`) where the field is.',
    breaks:
      'Old clients that validate, or that read strictly, refuse an element that they do not know. Others pass over it.',
    example: { before: '<Order><Number>1</Number></Order>', after: '<Order><Number>1</Number><Sum>5</Sum></Order>' },
    remedy: 'Send it to clients that ask for it, by an optional field of the request or a new operation.',
    verdicts: failsValidated,
  },
  REQUEST_FIELD_NO_DELETE_OPTIONAL: {
    summary: 'No field of a request is deleted, optional or not, unless the record is open (`any`).',
    breaks:
      'Old clients still send it. A server that validates, as ours does, refuses the request; others lose the value.',
    example: { before: '<Find><Query>a</Query><Sort>up</Sort></Find>', after: '<Find><Query>a</Query></Find>' },
    remedy: 'Keep the field, optional and deprecated, and ignore it in the handler.',
    verdicts: failsValidated,
  },
  REQUEST_FACET_NOT_TIGHTENED: {
    summary: 'The facets of a request, such as maxLength or pattern, do not become tighter.',
    breaks: 'A server that validates refuses values that old clients may send.',
    example: { before: '<Name>Soapwright</Name>', after: '<Fault>… longer than 5 characters. …</Fault>' },
    remedy: 'Leave the facets, and return a fault from the handler for values it cannot accept.',
    verdicts: { ...failsValidated, typescript: 'same' },
  },
  RESPONSE_FACET_NOT_LOOSENED: {
    summary: 'The facets of a response, such as maxLength or pattern, do not become looser.',
    breaks: 'Old clients that validate refuse the longer or greater values; others may cut them or overflow.',
    example: { before: '<Code>ABCDE</Code>', after: '<Code>ABCDEFGHIJ</Code>' },
    remedy: 'Leave the facets, and add an optional field for the longer values.',
    verdicts: { ...failsValidated, typescript: 'same' },
  },
  FAULT_NO_ADD: {
    summary: 'Operations get no new fault.',
    breaks: 'Old clients report an unknown fault, and those that validate refuse its detail.',
    example: { before: '<faultstring>…</faultstring>', after: '<detail><Locked>…</Locked></detail>' },
    remedy: 'Return a fault that the operation has already, or one without detail.',
    verdicts: failsValidated,
  },
  RESPONSE_SUBTYPE_NO_ADD: {
    summary: 'No type that responses hold gets a new derived type.',
    breaks:
      'Old clients do not know the name in xsi:type: those that validate fail, others read the base type or nothing.',
    example: { before: '<Shape xsi:type="Circle">…</Shape>', after: '<Shape xsi:type="Square">…</Shape>' },
    remedy: 'Send the new type to clients that ask for it, by a new operation.',
    verdicts: failsValidated,
  },
};
