import type { Contract, ResolvedService } from '../contract/index.ts';
import { clientView } from './client.ts';
import { line } from './code.ts';
import { codecParts, printCodec } from './codec/codec.ts';
import { declaredSamples } from './declared-samples.ts';
import { lineComment } from './doc.ts';
import { faultsModule, headersModule } from './faults.ts';
import { type EmitOptions, type EmittedFile, type PrintedFile, type Printing, partName, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { serviceFor } from './open-enumerations.ts';
import { operationsModule } from './operations.ts';
import { pagesText, printDescription, printPages } from './pages.ts';
import { render, renderAround } from './render.ts';
import { sensitiveModule } from './sensitive.ts';
import { serverView } from './server.ts';
import { printTypes, printTypesParts } from './types.ts';
import type { ModuleView, Views } from './views.ts';

/**
 * All files for a contract, in memory. The same contract and options give the same bytes on every machine.
 *
 * @throws {ContractError} for a construct that the model allows and the generator does not support.
 */
export async function emit(contract: Contract, given: EmitOptions): Promise<readonly EmittedFile[]> {
  const files: EmittedFile[] = [];
  for await (const { path, pieces, around } of printFiles(contract, given)) {
    const text = [...pieces].join('');
    const [before, after] = around();
    files.push({ path, text: before + text + after });
  }
  return files;
}

/** The same, file by file and piece by piece, so that they need not be in memory together. */
export async function* printFiles(
  contract: Contract,
  given: EmitOptions,
  service: ResolvedService = serviceFor(contract, given.reading),
): AsyncGenerator<PrintedFile> {
  const options = { ...given, source: lineComment(given.source) };
  yield* typesFiles(service, options);
  yield* codecFiles(service, options);
  const { sides = 'both' } = options;
  for (const side of sides === 'both' ? (['client', 'server'] as const) : [sides]) {
    yield completeModule(`${side}-operations.ts`, operationsModule(service, side, options));
    if (service.faults.length > 0) yield completeModule(`${side}-faults.ts`, faultsModule(service, side, options));
    if (service.headers.length > 0) yield completeModule(`${side}-headers.ts`, headersModule(service, side, options));
  }
  if (sides !== 'server') yield whole('client.ts', render('client', clientView(service, options)));
  const sensitive = sides === 'server' ? undefined : sensitiveModule(service, options);
  if (sensitive !== undefined) yield completeModule('sensitive.ts', sensitive);
  if (sides === 'client') return;
  yield whole('server.ts', render('server', serverView(service, options)));
  yield* wsdlFiles(contract, service, options);
  yield inTemplate('pages.ts', 'pages', printPages(service, options, declaredSamples(contract)));
}

/** The WSDL, and the module that has it too. Apart, so that its text is not in memory for longer. */
async function* wsdlFiles(
  contract: Contract,
  service: ResolvedService,
  options: EmitOptions,
): AsyncGenerator<PrintedFile> {
  // Loads xmlbuilder2, which takes longer than everything else.
  const { wsdlPieces, cutAtAddresses } = await import('./wsdl.ts');
  const wsdl = wsdlPieces(contract, options);
  yield { path: service.names.wsdl, pieces: wsdl, around: () => ['', ''] };
  yield inTemplate('description.ts', 'description', printDescription(service, cutAtAddresses(wsdl), options));
}

function whole(path: string, text: string): PrintedFile {
  return { path, pieces: [text], around: () => ['', ''] };
}

function completeModule(path: string, view: ModuleView): PrintedFile {
  return inTemplate(path, 'module', { pieces: [], around: () => view });
}

function inTemplate<Name extends keyof Views>(path: string, name: Name, printing: Printing<Views[Name]>): PrintedFile {
  return { path, pieces: printing.pieces, around: () => renderAround(name, printing.around()) };
}

function* typesFiles(service: ResolvedService, options: EmitOptions): Generator<PrintedFile> {
  if ((options.parts ?? 1) === 1) {
    yield inTemplate('types.ts', 'module', printTypes(service, options));
    return;
  }
  yield completeModule('types.ts', partsView('types', 'type ', options));
  for (const [part, printing] of printTypesParts(service, options).entries()) {
    yield inTemplate(`types/${partName(part)}.ts`, 'module', printing);
  }
}

function* codecFiles(service: ResolvedService, options: EmitOptions): Generator<PrintedFile> {
  if ((options.parts ?? 1) === 1) {
    yield inTemplate('codec.ts', 'module', printCodec(service, options));
    return;
  }
  const { common, parts } = codecParts(service, options);
  yield completeModule('codec.ts', partsView('codec', '', options));
  yield completeModule('codec/common.ts', common);
  for (const [part, printing] of parts.entries()) {
    yield inTemplate(`codec/${partName(part)}.ts`, 'module', printing);
  }
}

function partsView(
  folder: string,
  what: '' | 'type ',
  { source, importExtension, parts = 1 }: EmitOptions,
): ModuleView {
  const exports = Array.from({ length: parts }, (_, part) => {
    const specifier = specifierOf(`./${folder}/${partName(part)}`, importExtension);
    return line(`export ${what}* from ${stringLiteral(specifier)};`);
  });
  return { source, sections: [exports] };
}

/** What pages show of a service, as the text of an object literal. */
export function descriptionText(contract: Contract, service: ResolvedService): string {
  const options = { source: '', importExtension: 'none' } as const;
  const description = printDescription(service, [], options);
  return `{\n${[...description.pieces].join('')}${pagesText(service, declaredSamples(contract))}}`;
}
