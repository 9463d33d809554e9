import { type Contract, type ResolvedService, resolveService } from '../contract/index.ts';
import { bindingView } from './binding.ts';
import { clientView } from './client.ts';
import { line } from './code.ts';
import { codecParts, codecView } from './codec/codec.ts';
import { lineComment } from './doc.ts';
import { faultsView, headersView } from './faults.ts';
import { type EmitOptions, type EmittedFile, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { pagesView } from './pages.ts';
import { partName } from './parts.ts';
import { render } from './render.ts';
import { serverView } from './server.ts';
import { typesParts, typesView } from './types.ts';
import type { PartsView } from './views.ts';

/**
 * All files for a contract, in memory. The same contract and options give the same bytes on every machine.
 *
 * @throws {ContractError} for what a contract may say and cannot be generated yet.
 */
export async function emit(contract: Contract, given: EmitOptions): Promise<readonly EmittedFile[]> {
  const service = resolveService(contract);
  const options = { ...given, source: lineComment(given.source) };
  // Loads xmlbuilder2, which takes longer than all the rest.
  const { wsdlText, cutAtAddresses } = await import('./wsdl.ts');
  const wsdl = wsdlText(contract, options);
  return [
    ...typesFiles(service, options),
    ...codecFiles(service, options),
    { path: 'binding.ts', text: render('binding', bindingView(service, options)) },
    ...(service.faults.length === 0
      ? []
      : [{ path: 'faults.ts', text: render('constants', faultsView(service, options)) }]),
    ...(service.headers.length === 0
      ? []
      : [{ path: 'headers.ts', text: render('constants', headersView(service, options)) }]),
    { path: 'client.ts', text: render('client', clientView(service, options)) },
    { path: 'server.ts', text: render('server', serverView(service, options)) },
    { path: 'pages.ts', text: render('pages', pagesView(service, cutAtAddresses(wsdl), options)) },
    { path: service.names.wsdl, text: wsdl },
  ];
}

function typesFiles(service: ResolvedService, options: EmitOptions): readonly EmittedFile[] {
  if ((options.parts ?? 1) === 1) return [{ path: 'types.ts', text: render('types', typesView(service, options)) }];
  const parts = typesParts(service, options).map((view, part) => ({
    path: `types/${partName(part)}.ts`,
    text: render('types', view),
  }));
  return [{ path: 'types.ts', text: render('parts', partsView('types', 'type ', options)) }, ...parts];
}

function codecFiles(service: ResolvedService, options: EmitOptions): readonly EmittedFile[] {
  if ((options.parts ?? 1) === 1) return [{ path: 'codec.ts', text: render('codec', codecView(service, options)) }];
  const { common, parts } = codecParts(service, options);
  return [
    { path: 'codec.ts', text: render('parts', partsView('codec', '', options)) },
    { path: 'codec/common.ts', text: render('codec-common', common) },
    ...parts.map((view, part) => ({ path: `codec/${partName(part)}.ts`, text: render('codec-part', view) })),
  ];
}

function partsView(folder: string, what: '' | 'type ', { source, importExtension, parts = 1 }: EmitOptions): PartsView {
  const exports = Array.from({ length: parts }, (_, part) => {
    const specifier = specifierOf(`./${folder}/${partName(part)}`, importExtension);
    return line(`export ${what}* from ${stringLiteral(specifier)};`);
  });
  return { source, exports };
}
