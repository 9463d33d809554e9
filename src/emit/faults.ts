import {
  faultCodecOf,
  faultNameOf,
  headerCodecOf,
  type ResolvedFault,
  type ResolvedHeader,
  type ResolvedService,
} from '../contract/index.ts';
import { type Code, listed } from './code.ts';
import { bodyCodec } from './codec/identifiers.ts';
import { type Directions, headerDirections } from './directions.ts';
import type { EmitOptions, Side } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { rootText } from './operation-types.ts';
import { constantsModule, rootTag } from './operations.ts';
import type { ModuleView } from './views.ts';

/** client-faults.ts and server-faults.ts: a client reads the faults of the contract, a server writes them. */
export function faultsModule(
  service: ResolvedService,
  side: Side,
  { source, importExtension }: EmitOptions,
): ModuleView {
  const file = new GeneratedFile(service, { importExtension });
  const directions = { reads: side === 'client', writes: side === 'server' };
  const constants = service.faults.map((fault) =>
    constant(service, file, fault, faultCodecOf(fault.identifier), 'fault', directions),
  );
  return constantsModule(service, source, file, constants);
}

/** client-headers.ts and server-headers.ts: a client writes the header blocks of requests and reads those of responses. */
export function headersModule(
  service: ResolvedService,
  side: Side,
  { source, importExtension }: EmitOptions,
): ModuleView {
  const file = new GeneratedFile(service, { importExtension });
  const directions = headerDirections(service, side);
  const constants = service.headers.map((header) => {
    const { mustUnderstand, role } = header;
    const { reads, writes } = directions(header);
    const options = [
      ...(mustUnderstand && writes ? ['mustUnderstand: true'] : []),
      ...(role === undefined ? [] : [`role: ${stringLiteral(role)}`]),
      ...(header.use === 'encoded' && reads ? ['encoded: true'] : []),
    ];
    return constant(service, file, header, headerCodecOf(header.identifier), 'header', { reads, writes }, options);
  });
  return constantsModule(service, source, file, constants);
}

/** `export const Name: soap.ReadableFault<…> = soap.readableFault(…);`, or the same of a header. */
function constant(
  service: ResolvedService,
  file: GeneratedFile,
  declared: ResolvedFault | ResolvedHeader,
  use: string,
  kind: 'fault' | 'header',
  { reads, writes }: Directions,
  options: readonly string[] = [],
): readonly Code[] {
  const { identifier, element } = declared;
  const { read, write } = bodyCodec(declared, use, service);
  const codec = file.module('codec');
  const args = [
    stringLiteral(kind === 'fault' ? faultNameOf(declared) : element.name.local),
    rootTag(service, { ...declared, element: element.name }, file),
    ...(reads ? [`(reader) => ${codec}.${read}(reader)`] : []),
    ...(writes ? [`(writer, value) => ${codec}.${write}(writer, value)`] : []),
    ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`]),
  ];
  const [create, typeName] = constructors[kind][reads && writes ? 'both' : reads ? 'reads' : 'writes'];
  const head = `export const ${identifier}: soap.${typeName}<${rootText(declared, file)}> = /*@__PURE__*/ soap.${create}(`;
  return [{ kind: 'doc', paragraphs: [element.doc] }, listed(head, args, ');')];
}

/** The functions of the runtime that declare faults and header blocks, and the types that these return. */
const constructors = {
  fault: {
    both: ['fault', 'FaultType'],
    reads: ['readableFault', 'ReadableFault'],
    writes: ['writableFault', 'WritableFault'],
  },
  header: {
    both: ['header', 'HeaderType'],
    reads: ['readableHeader', 'ReadableHeader'],
    writes: ['writableHeader', 'WritableHeader'],
  },
} as const;
