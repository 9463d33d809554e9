import {
  type HeaderUse,
  type PolymorphicType,
  type ResolvedBody,
  type ResolvedFault,
  type ResolvedOperation,
  type ResolvedService,
  requestTypeNameOf,
  responseTypeNameOf,
} from '../contract/index.ts';
import { bodyCodec, faultUse, headerUse, simpleBodies } from './body-codecs.ts';
import { type Literal, literalCode } from './code.ts';
import type { EmitOptions } from './file.ts';
import { stringLiteral } from './literal.ts';
import { Describer, type Entry, given } from './pages-fields.ts';
import type { PagesView } from './views.ts';

/**
 * pages.ts: what the pages show, as plain data.
 *
 * @param wsdl the WSDL, cut where an address stands.
 */
export function pagesView(service: ResolvedService, wsdl: readonly string[], { source }: EmitOptions): PagesView {
  const describer = new Describer(service);
  const declarations = [...service.messages, ...service.declarations];
  const records: readonly Entry[] = [
    ...declarations.flatMap((declaration) => describer.record(declaration)),
    ...simpleBodies(service).map(({ use, type }): Entry => [use, { list: [describer.text('$text', type)] }]),
  ];
  const hierarchies = declarations.filter((declaration) => declaration.kind === 'polymorphic').map(hierarchy);
  const parts: readonly Entry[] = [
    ['name', stringLiteral(service.name)],
    ['namespace', stringLiteral(service.namespace)],
    ['doc', stringLiteral(service.doc ?? '')],
    ['address', stringLiteral(service.address)],
    ['soapVersions', { list: service.soapVersions.map(stringLiteral) }],
    ['operations', { list: service.operations.map((operation) => operationLiteral(operation, service.namespace)) }],
    ['records', { object: records }],
    ...prefixes(service),
    ...(hierarchies.length === 0 ? [] : [['hierarchies', { object: hierarchies }] as const]),
    ['wsdl', { list: wsdl.map(stringLiteral) }],
  ];
  return {
    source,
    description: parts.map(([key, value]) => literalCode(`${key}: `, value, ',', 2)),
  };
}

/** Those that the codec declares. The contract's own namespace is among them where no default namespace may stand. */
function prefixes({ namespace, prefixes: all, prefixed }: ResolvedService): readonly Entry[] {
  const declared = [...all].filter(([name]) => prefixed || name !== namespace);
  if (declared.length === 0) return [];
  const keyed = declared.map(([name, prefix]): Entry => {
    return [/^[A-Za-z_]\w*$/.test(prefix) ? prefix : stringLiteral(prefix), stringLiteral(name)];
  });
  return [['prefixes', { object: keyed }]];
}

function operationLiteral(resolved: ResolvedOperation, namespace: string): Literal {
  const { name, doc, soapAction, input, output, operation } = resolved;
  const foreign = (key: string, body: ResolvedBody | undefined): readonly Entry[] =>
    body === undefined || body.element.namespace === namespace ? [] : [[key, stringLiteral(body.element.namespace)]];
  const keyOf = (body: ResolvedBody | undefined, use: string): string =>
    stringLiteral(body === undefined ? '' : bodyCodec(body.type, use).name);
  return {
    object: [
      ['name', stringLiteral(name)],
      ['doc', stringLiteral(doc ?? '')],
      ['soapAction', stringLiteral(soapAction)],
      ['inputElement', stringLiteral(input.element.local)],
      ['outputElement', stringLiteral(output?.element.local ?? '')],
      ...foreign('inputNamespace', input),
      ...foreign('outputNamespace', output),
      ['input', keyOf(input, requestTypeNameOf(operation))],
      ['output', keyOf(output, responseTypeNameOf(operation))],
      ...headers(resolved),
      ...(resolved.faults.length === 0 ? [] : [['faults', { list: resolved.faults.map(fault) }] as const]),
      ...given('deprecated', operation.deprecated),
      ...given('since', operation.since),
    ],
  };
}

function headers({ headers: { input, output } }: ResolvedOperation): readonly Entry[] {
  if (input.length === 0 && output.length === 0) return [];
  const lists: readonly Entry[] = [
    ['input', { list: input.map(header) }],
    ['output', { list: output.map(header) }],
  ];
  return [['headers', { object: lists }]];
}

function header({ header: used, required }: HeaderUse): Literal {
  const { element, type, identifier, mustUnderstand, role } = used;
  return {
    object: [
      ['name', stringLiteral(element.name.local)],
      ['namespace', stringLiteral(element.name.namespace)],
      ['record', stringLiteral(bodyCodec(type, headerUse(identifier)).name)],
      ['required', String(required)],
      ['mustUnderstand', String(mustUnderstand)],
      ...given('role', role),
      ['doc', stringLiteral(element.doc ?? '')],
    ],
  };
}

function fault({ element, type, identifier }: ResolvedFault): Literal {
  return {
    object: [
      ['name', stringLiteral(element.name.local)],
      ['namespace', stringLiteral(element.name.namespace)],
      ['record', stringLiteral(bodyCodec(type, faultUse(identifier)).name)],
      ['doc', stringLiteral(element.doc ?? '')],
    ],
  };
}

function hierarchy({ typeName, abstract, members }: PolymorphicType): Entry {
  const types = members.map(
    (member): Literal => ({
      object: [
        ['record', stringLiteral(member.typeName)],
        ['namespace', stringLiteral(member.name.namespace)],
        ['local', stringLiteral(member.name.local)],
      ],
    }),
  );
  return [
    typeName,
    {
      object: [
        ['abstract', String(abstract)],
        ['types', { list: types }],
      ],
    },
  ];
}
