import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { runProgram } from '../support/program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const soapwright = join(root, 'bin/soapwright.js');

/** A project that takes over the service of a WSDL, with the handlers beside this file. */
export interface TakeOver {
  readonly folder: string;
  /** The contract as `import` writes it. */
  readonly imported: string;
  serve(): Promise<Listening>;
  remove(): void;
}

const configuration = `soapwright: 1
generate:
  - schema: warehouse.yaml
    out: generated
    handlers: handlers
    importExtension: ts
`;

const compiler = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    composite: false,
    isolatedDeclarations: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  },
};

/** Imports the WSDL, generates, fills in the handlers, and compiles all of it. */
export async function takeOver(wsdl: string): Promise<TakeOver> {
  mkdirSync(join(root, '.build'), { recursive: true });
  const folder = mkdtempSync(join(root, '.build/take-over-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const run = (...args: readonly string[]): Promise<string> => runProgram(process.execPath, args, { cwd: folder });
  write('warehouse.wsdl', wsdl);
  await run(soapwright, 'import', 'warehouse.wsdl', '-o', 'warehouse.yaml');
  const imported = readFileSync(join(folder, 'warehouse.yaml'), 'utf8');
  write('warehouse.yaml', `${imported}\noptions: { dateTime: exact }\n`);
  write('soapwright.yaml', configuration);
  write('tsconfig.json', JSON.stringify(compiler));
  await run(soapwright, 'generate');
  cpSync(fileURLToPath(new URL('handlers', import.meta.url)), join(folder, 'handlers'), { recursive: true });
  await run(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
  return {
    folder,
    imported,
    serve: async () => await listen(await server(folder), { port: 0, host: '127.0.0.1' }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function server(folder: string): Promise<SoapServer> {
  const moduleOf = async (path: string) => await import(pathToFileURL(join(folder, path)).href);
  const { createWarehouseServer } = await moduleOf('generated/server.ts');
  const { pages } = await moduleOf('generated/pages.ts');
  const { handlers } = await moduleOf('handlers/index.ts');
  const { stock } = await moduleOf('handlers/stock.ts');
  return createWarehouseServer(handlers, {
    state: { stock },
    pages,
    requireSoapAction: false,
    requireContentLength: false,
    senderFaultStatus: 500,
  });
}
