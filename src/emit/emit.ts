import { type Contract, resolveService } from '../contract/index.ts';
import { bindingView } from './binding.ts';
import { clientView } from './client.ts';
import { codecView } from './codec.ts';
import { lineComment } from './doc.ts';
import type { EmitOptions, EmittedFile } from './file.ts';
import { pagesView } from './pages.ts';
import { render } from './render.ts';
import { serverView } from './server.ts';
import { typesView } from './types.ts';

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
    { path: 'types.ts', text: render('types', typesView(service, options)) },
    { path: 'codec.ts', text: render('codec', codecView(service, options)) },
    { path: 'binding.ts', text: render('binding', bindingView(service, options)) },
    { path: 'client.ts', text: render('client', clientView(service, options)) },
    { path: 'server.ts', text: render('server', serverView(service, options)) },
    { path: 'pages.ts', text: render('pages', pagesView(service, cutAtAddresses(wsdl), options)) },
    { path: service.names.wsdl, text: wsdl },
  ];
}
