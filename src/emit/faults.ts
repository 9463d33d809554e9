import type { ResolvedFault, ResolvedHeader, ResolvedService } from '../contract/index.ts';
import { type Code, line, listed } from './code.ts';
import { bodyCodec, faultUse, headerUse } from './codec/identifiers.ts';
import { docComment } from './doc.ts';
import type { EmitOptions } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { constantsModule, rootTag } from './operations.ts';
import { valueText } from './type-text.ts';
import type { ModuleView } from './views.ts';

/** faults.ts: the faults that the contract declares. */
export function faultsModule(service: ResolvedService, { source, importExtension }: EmitOptions): ModuleView {
  const file = new GeneratedFile(service, { importExtension });
  const constants = service.faults.map((fault) => constant(service, file, fault, faultUse(fault.identifier), 'fault'));
  return constantsModule(service, source, file, constants);
}

/** headers.ts: the header blocks that the contract declares. */
export function headersModule(service: ResolvedService, { source, importExtension }: EmitOptions): ModuleView {
  const file = new GeneratedFile(service, { importExtension });
  const constants = service.headers.map((header) => {
    const { mustUnderstand, role } = header;
    const options = [
      ...(mustUnderstand ? ['mustUnderstand: true'] : []),
      ...(role === undefined ? [] : [`role: ${stringLiteral(role)}`]),
    ];
    return constant(service, file, header, headerUse(header.identifier), 'header', options);
  });
  return constantsModule(service, source, file, constants);
}

/** `export const Name: soap.FaultType<…> = soap.fault(…);`, or the same of a header. */
function constant(
  service: ResolvedService,
  file: GeneratedFile,
  { identifier, element, type }: ResolvedFault | ResolvedHeader,
  use: string,
  kind: 'fault' | 'header',
  options: readonly string[] = [],
): readonly Code[] {
  const { read, write } = bodyCodec(type, use);
  const codec = file.module('codec');
  const args = [
    stringLiteral(element.name.local),
    rootTag(service, { element: element.name, type }, file),
    `${codec}.${read}`,
    `${codec}.${write}`,
    ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`]),
  ];
  const typeName = kind === 'fault' ? 'FaultType' : 'HeaderType';
  const head = `export const ${identifier}: soap.${typeName}<${valueText(type, file)}> = /*@__PURE__*/ soap.${kind}(`;
  return [...docComment([element.doc], 0).map(line), listed(head, args, ');')];
}
