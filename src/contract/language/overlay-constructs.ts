import { type Constructs, choice, construct, flag, key, listOf, mapOf, type OverlayConstruct } from './construct.ts';
import { addressingVersions, demands } from './service-constructs.ts';
import * as shared from './shared-keys.ts';

export const blockMessages = ['requests', 'responses', 'both'] as const;

/** An overlay: additions to the components of a WSDL. */
export const overlayConstructs: Constructs<OverlayConstruct> = {
  overlay: {
    title: 'an overlay',
    subject: 'service',
    doc: 'Additions to the components of a WSDL: names in TypeScript, secrets, streams, mappings of types. The WSDL itself is not changed.',
    example:
      '{ soapwright: 1, options: { long: string }, components: { Order/lines: { doc: At least one. }, operations/GetOrder: { name: findOrder } } }',
    keys: {
      soapwright: key('languageVersion', 'Version of the language of overlays. Only version 1 exists.'),
      name: key(
        'identifier',
        'The name of the service in TypeScript: `Billing` makes the client `BillingClient`. By default that of the WSDL.',
      ),
      doc: shared.doc,
      namespaces: key(
        mapOf('prefix', 'uri'),
        'Prefixes of names in paths, for names that several namespaces have: `b:Order/lines`.',
      ),
      options: key(construct('options'), 'How simple types are mapped to TypeScript, wherever they are used.'),
      operations: key(
        listOf('reference', { filled: true }),
        'The operations to generate; by default all that can be called over SOAP and HTTP.',
      ),
      headers: key(
        mapOf('qualified', construct('addedHeader')),
        'Header blocks that the WSDL does not bind, by the names of their elements: `m:tokenPassport`. They become typed blocks of the client and the server.',
      ),
      addressing: key(
        choice(addressingVersions),
        'The version of WS-Addressing that the service demands, where the WSDL does not mention it: for all of its ports.',
      ),
      security: key(
        demands,
        'What callers send to be let in, or a list of alternatives, where the WSDL does not state it, or not rightly: for all of its ports.',
      ),
      components: key(
        mapOf('path', construct('component')),
        'Components by their paths, such as `Order/lines/amount`, `Order/@id`, `Status/open` and `operations/GetOrder`.',
      ),
    },
    rules: [{ rule: 'required', keys: ['soapwright'] }],
  },
  addedHeader: {
    title: 'a header block',
    doc: 'A header block of operations that the WSDL does not bind: an element of the WSDL, or one with a type of its own.',
    example: '{ record: { sessionId: { type: string, sensitive: true } }, required: true }',
    keys: {
      in: key(choice(blockMessages), 'The messages that have it.', 'requests'),
      operations: key(
        listOf('reference', { filled: true }),
        'The operations that have it; by default all that have no such block in the WSDL.',
      ),
      required: flag('A message without it is rejected.'),
      mustUnderstand: shared.mustUnderstand,
      role: shared.role,
      ...shared.typeKeys,
      nillable: shared.nillable,
      sensitive: shared.sensitive,
      mapping: shared.mapping,
      ...shared.notes,
      name: shared.typeScriptName,
    },
    rules: [{ rule: 'exclusive', keys: ['type', 'record'] }],
  },
  component: {
    title: 'a component',
    doc: 'Additions to one component of a WSDL.',
    example: '{ name: total, mapping: number, doc: Without tax. }',
    keys: {
      name: shared.typeScriptName,
      ...shared.notes,
      sensitive: shared.sensitive,
      error: shared.error,
      group: shared.group,
      stream: shared.stream,
      mapping: shared.mapping,
      example: key('literal', 'A value of the {subject} for sample messages.'),
      unwrap: key(
        'flag',
        'Of an operation: methods and handlers return the only field of the response; `false`: the whole response.',
        true,
      ),
      required: flag('Of a header block of an operation: a message without it is rejected.'),
    },
  },
};
