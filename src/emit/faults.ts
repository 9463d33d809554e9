import type { ResolvedFault, ResolvedHeader, ResolvedService } from '../contract/index.ts';
import { bodyCodec, faultUse, headerUse } from './body-codecs.ts';
import { type Code, listed } from './code.ts';
import { docComment } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { prefixesConstant, rootTag } from './operations.ts';
import { qualified, valueText } from './type-text.ts';
import type { ConstantsView, DeclarationView } from './views.ts';

/** faults.ts: the faults that the contract declares. */
export function faultsView(service: ResolvedService, options: EmitOptions): ConstantsView {
  return constantsView(
    service,
    options,
    service.faults.map((fault) => faultConstant(service, fault)),
  );
}

/** headers.ts: the header blocks that the contract declares. */
export function headersView(service: ResolvedService, options: EmitOptions): ConstantsView {
  return constantsView(
    service,
    options,
    service.headers.map((header) => headerConstant(service, header)),
  );
}

function constantsView(
  service: ResolvedService,
  { source, importExtension }: EmitOptions,
  constants: readonly DeclarationView[],
): ConstantsView {
  const all = constants.flatMap(({ code = [] }) => code);
  const namesTypes = all.some((code) => textOf(code).includes('<t.'));
  return {
    source,
    types: namesTypes ? specifierOf('./types', importExtension) : '',
    codec: specifierOf('./codec', importExtension),
    namespace: stringLiteral(service.namespace),
    prefixes: prefixesConstant(service),
    constants,
  };
}

function textOf(code: Code): string {
  return code.kind === 'line' ? code.text : code.open;
}

function faultConstant(service: ResolvedService, { identifier, element, type }: ResolvedFault): DeclarationView {
  const { read, write } = bodyCodec(type, faultUse(identifier));
  const parts = [
    stringLiteral(element.name.local),
    rootTag(service, { element: element.name, type }),
    `codec.${read}`,
    `codec.${write}`,
  ];
  const head = `export const ${identifier}: soap.FaultType<${valueText(type, qualified)}> = /*@__PURE__*/ soap.fault(`;
  return { doc: docComment([element.doc], 0), code: [listed(head, parts, ');')] };
}

function headerConstant(service: ResolvedService, header: ResolvedHeader): DeclarationView {
  const { identifier, element, type, mustUnderstand, role } = header;
  const { read, write } = bodyCodec(type, headerUse(identifier));
  const options = [
    ...(mustUnderstand ? ['mustUnderstand: true'] : []),
    ...(role === undefined ? [] : [`role: ${stringLiteral(role)}`]),
  ];
  const parts = [
    stringLiteral(element.name.local),
    rootTag(service, { element: element.name, type }),
    `codec.${read}`,
    `codec.${write}`,
    ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`]),
  ];
  const head = `export const ${identifier}: soap.HeaderType<${valueText(type, qualified)}> = /*@__PURE__*/ soap.header(`;
  return { doc: docComment([element.doc], 0), code: [listed(head, parts, ');')] };
}
