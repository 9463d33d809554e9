import type { ReadableFault, ReadableHeader, WritableFault, WritableHeader } from '@soapwright/runtime';
import type { CallOptions, ClientOptions } from '@soapwright/runtime/client';
import type { HandlerContext, ServerOptions, SoapServer } from '@soapwright/runtime/server';
import { type Contract, type ResolvedService, resolveService } from '../../src/contract/model/index.ts';
import type { Reading } from '../../src/emit/index.ts';
import { type GeneratedFolder, moduleIn } from '../generate-here.ts';

/** The generated code of a contract, imported: its types are unknown here. */
export interface Generated {
  readonly contract: Contract;
  readonly service: ResolvedService;
  /** Where it was written to. */
  readonly folder: string;
  readonly wsdl: string;
  readonly client: (options: ClientOptions) => Readonly<Record<string, Method>>;
  readonly server: (handlers: Readonly<Record<string, Handle>>, options: ServerOptions) => SoapServer;
  readonly requestHeaders: Side<WritableHeader<unknown>, ReadableHeader<unknown>>;
  readonly responseHeaders: Side<ReadableHeader<unknown>, WritableHeader<unknown>>;
  readonly faults: Side<ReadableFault<unknown>, WritableFault<unknown>>;
}

/** Constants that the client and the server export, by their names. */
interface Side<Client, Server> {
  readonly client: Readonly<Record<string, Client>>;
  readonly server: Readonly<Record<string, Server>>;
}

export type Method = (request: unknown, options?: CallOptions) => Promise<unknown>;
export type Handle = (request: unknown, context: HandlerContext) => unknown;

/** Generates from a contract, and imports what came out. */
export async function generateIn(folder: GeneratedFolder, contract: Contract, reading?: Reading): Promise<Generated> {
  const created = await folder.write(contract, reading);
  const service = resolveService(contract);
  type Module = Record<string, unknown>;
  const client = await moduleIn<Module>(created.folder, 'client');
  const server = await moduleIn<Module>(created.folder, 'server');
  const Client = client[service.names.client] as new (options: ClientOptions) => Record<string, Method>;
  const sides = (key: string): unknown => ({ client: client[key] ?? {}, server: server[key] ?? {} });
  return {
    contract,
    service,
    ...created,
    client: (options) => new Client(options),
    server: server[service.names.createServer] as Generated['server'],
    requestHeaders: sides('headers') as Generated['requestHeaders'],
    responseHeaders: sides('headers') as Generated['responseHeaders'],
    faults: sides('faults') as Generated['faults'],
  };
}
