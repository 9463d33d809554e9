import { runInThisContext } from 'node:vm';
import * as runtime from '@soapwright/runtime';
import * as client from '@soapwright/runtime/client';
import * as encoded from '@soapwright/runtime/encoded';
import type { PagesDescription } from '@soapwright/runtime/pages';
import * as pages from '@soapwright/runtime/pages';
import * as server from '@soapwright/runtime/server';
import { rolldown } from 'rolldown';

/** The generated modules of a contract that read and write its messages. */
export interface GeneratedCodec {
  readonly description: PagesDescription;
  readonly clientOperations: Module<ClientOperation>;
  readonly serverOperations: Module<ServerOperation>;
  readonly clientHeaders: Module<Header>;
  readonly serverHeaders: Module<Header>;
  readonly clientFaults: Module<runtime.ReadableFault<unknown>>;
  readonly serverFaults: Module<runtime.WritableFault<unknown>>;
}

type Module<Value> = Readonly<Record<string, Value>>;
type ClientOperation = runtime.ClientOperation<unknown, unknown>;
type ServerOperation = runtime.ServerOperation<unknown, unknown>;
type Header = runtime.HeaderType<unknown>;

const modules: Readonly<Record<string, object>> = {
  '@soapwright/runtime': runtime,
  '@soapwright/runtime/client': client,
  '@soapwright/runtime/encoded': encoded,
  '@soapwright/runtime/pages': pages,
  '@soapwright/runtime/server': server,
};
const registry = 'soapwright corpus runtime';
Reflect.set(globalThis, registry, modules);

const entrance = 'entrance.js';
const parts: readonly (readonly [property: string, file: string])[] = [
  ['clientOperations', 'client-operations.ts'],
  ['serverOperations', 'server-operations.ts'],
  ['clientHeaders', 'client-headers.ts'],
  ['serverHeaders', 'server-headers.ts'],
  ['clientFaults', 'client-faults.ts'],
  ['serverFaults', 'server-faults.ts'],
];

/** Runs generated TypeScript in memory, with the runtime of this process. */
export async function runGenerated(files: ReadonlyMap<string, string>): Promise<GeneratedCodec> {
  const present = parts.filter(([, file]) => files.has(file));
  const start = [
    ...present.map(([property, file]) => `export * as ${property} from './${file}';`),
    `export { pages } from './pages.ts';`,
  ].join('\n');
  const bundle = await rolldown({
    input: entrance,
    logLevel: 'silent',
    treeshake: false,
    plugins: [
      {
        name: 'in memory',
        resolveId: (specifier: string) => (specifier in modules ? specifier : specifier.replace(/^\.{1,2}\//, '')),
        load: (id: string) => {
          if (id in modules) return runtimeModule(id);
          const text =
            id === entrance ? start : (files.get(id) ?? files.get(`codec/${id}`) ?? files.get(`types/${id}`));
          return text === undefined ? undefined : { code: text, moduleType: id.endsWith('.ts') ? 'ts' : 'js' };
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'generated', exports: 'named' });
  await bundle.close();
  const generated = runInThisContext(`${output[0].code}\ngenerated;`) as Partial<GeneratedCodec> & {
    readonly pages: { readonly description: PagesDescription };
  };
  return {
    description: generated.pages.description,
    clientOperations: generated.clientOperations ?? {},
    serverOperations: generated.serverOperations ?? {},
    clientHeaders: generated.clientHeaders ?? {},
    serverHeaders: generated.serverHeaders ?? {},
    clientFaults: generated.clientFaults ?? {},
    serverFaults: generated.serverFaults ?? {},
  };
}

function runtimeModule(id: string): string {
  const names = Object.keys(modules[id] ?? {}).filter((name) => name !== 'default');
  return `export const { ${names.join(', ')} } = globalThis[${JSON.stringify(registry)}][${JSON.stringify(id)}];`;
}
