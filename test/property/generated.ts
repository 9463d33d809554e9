import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FaultType, HeaderType } from '@soapwright/runtime';
import type { CallOptions, ClientOptions } from '@soapwright/runtime/client';
import type { HandlerContext, ServerOptions, SoapServer } from '@soapwright/runtime/server';
import { type Contract, type ResolvedService, resolveService } from '../../src/contract/index.ts';
import { emit } from '../../src/emit/index.ts';

/** What was generated for a contract, imported: its types are known to nobody here. */
export interface Generated {
  readonly contract: Contract;
  readonly service: ResolvedService;
  /** Where it was written to. */
  readonly folder: string;
  readonly wsdl: string;
  readonly client: (options: ClientOptions) => Readonly<Record<string, Method>>;
  readonly server: (handlers: Readonly<Record<string, Handle>>, options: ServerOptions) => SoapServer;
  readonly headers: Readonly<Record<string, HeaderType<unknown>>>;
  readonly faults: Readonly<Record<string, FaultType<unknown>>>;
}

export type Method = (request: unknown, options?: CallOptions) => Promise<unknown>;
export type Handle = (request: unknown, context: HandlerContext) => unknown;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder inside of the repository, so that the runtime is found as a user's project finds it. */
export class GeneratedFolder {
  readonly path: string;
  #count = 0;

  constructor() {
    mkdirSync(join(root, '.build'), { recursive: true });
    this.path = mkdtempSync(join(root, '.build/property-'));
  }

  /** Generates into a folder of its own. */
  async write(contract: Contract): Promise<{ readonly folder: string; readonly wsdl: string }> {
    const folder = join(this.path, `${this.#count++}`);
    let wsdl = '';
    for (const { path, text } of await emit(contract, { source: 'contract.yaml', importExtension: 'ts' })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      if (path.endsWith('.wsdl')) wsdl = text;
    }
    return { folder, wsdl };
  }

  async make(contract: Contract): Promise<Generated> {
    const { folder, wsdl } = await this.write(contract);
    const service = resolveService(contract);
    const load = async (name: string): Promise<Record<string, unknown>> =>
      (await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>;
    const client = await load('client.ts');
    const server = await load('server.ts');
    const Client = client[service.names.client] as new (options: ClientOptions) => Record<string, Method>;
    return {
      contract,
      service,
      folder,
      wsdl,
      client: (options) => new Client(options),
      server: server[service.names.createServer] as Generated['server'],
      headers: (client.headers ?? {}) as Generated['headers'],
      faults: (client.faults ?? {}) as Generated['faults'],
    };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
