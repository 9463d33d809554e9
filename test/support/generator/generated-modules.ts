/** The modules of generated code. Their members are looked up by name: tests cannot know their types. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HeaderType, TypedFault } from '@soapwright/runtime';
import type { ClientOptions } from '@soapwright/runtime/client';
import type { HandlerContext, ServerOptions, SoapServer } from '@soapwright/runtime/server';

export type Client = Readonly<Record<string, (request: unknown, options?: object) => Promise<unknown>>>;
export type Handlers = Readonly<Record<string, (request: unknown, context: HandlerContext) => Promise<unknown>>>;

interface FaultType {
  create(value: unknown, init: { readonly reason: string; readonly code: string }): Error;
  is(error: unknown): error is TypedFault<unknown>;
}

interface ModuleParts {
  readonly faults: Readonly<Record<string, FaultType>>;
  readonly headers: Readonly<Record<string, HeaderType<unknown>>>;
}

export interface ClientModule extends ModuleParts {
  create(options: ClientOptions & { readonly credentials?: unknown }): Client;
}

export interface ServerModule extends ModuleParts {
  create(handlers: Handlers, options?: Pick<ServerOptions<undefined>, 'strict' | 'authentication'>): SoapServer;
}

/** The client in a folder of generated code. */
export async function clientIn(folder: string): Promise<ClientModule> {
  const client = await moduleOf(folder, 'client');
  return {
    ...partsOf(client),
    create: (options) => new (exported(client, /Client$/) as new (options: ClientOptions) => Client)(options),
  };
}

/** The server in a folder of generated code. */
export async function serverIn(folder: string): Promise<ServerModule> {
  const server = await moduleOf(folder, 'server');
  const create = exported(server, /^create.*Server$/) as (handlers: Handlers, options: object) => SoapServer;
  return { ...partsOf(server), create: (handlers, options) => create(handlers, { ...options, state: undefined }) };
}

type Exports = Readonly<Record<string, unknown>>;

const moduleOf = async (folder: string, name: string): Promise<Exports> =>
  (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Exports;

const partsOf = (module: Exports): ModuleParts => ({
  faults: (module.faults ?? {}) as ModuleParts['faults'],
  headers: (module.headers ?? {}) as ModuleParts['headers'],
});

function exported(module: Exports, name: RegExp): unknown {
  const [found] = Object.entries(module).filter(([key, value]) => name.test(key) && typeof value === 'function');
  if (found === undefined) throw new Error(`no export is named ${name}`);
  return found[1];
}
