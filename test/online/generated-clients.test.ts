import { execFile, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { freePort } from '../support/free-ports.js';
import { GuideProject } from '../support/generator/guide.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { programs } from './setup.js';

/** Next.js demands that TypeScript is there. */
const packages = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'typescript@5.9.3',
  '@types/react@19',
  '@types/node@20',
];

const call = `import { ShopClient } from './generated/client';
/** Calls the service, and tells the type of a receipt, and the error of a request that the contract does not allow. */
export async function call(address: string): Promise<string> {
  const client = new ShopClient({ address });
  const { Receipt } = await client.Pay({ Number: '7', Card: '1234-5678', Amount: '1.50' });
  const refused = await client.Pay({ Number: '7', Card: 'none', Amount: '1.50' }).catch((error) => error.name);
  return [typeof Receipt, refused].join(' ');
}
`;
const answer = 'bigint ClientError';

const files = {
  'call.ts': call,
  'main.ts': "import { call } from './call';\nconsole.log(await call(process.argv[2] ?? ''));\n",
  'worker.ts': `import { call } from './call';
export default { async fetch(request: Request) { return new Response(await call(new URL(request.url).searchParams.get('call') ?? '')); } };
`,
  'app/layout.js': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
  'app/page.tsx': `import { call } from '../call';
export const dynamic = 'force-dynamic';
export default async () => <p>{await call(process.env.SHOP ?? '')}</p>;
`,
  'app/api/route.ts': `import { call } from '../../call';
export const dynamic = 'force-dynamic';
export const GET = async () => new Response(await call(process.env.SHOP ?? ''));
`,
  // Types are what other tests check.
  'next.config.mjs': 'export default { typescript: { ignoreBuildErrors: true } };\n',
};

const workerd = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "network", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2025-01-01",
  globalOutbound = "network"
);
`;

/** A generated client on the packages as they would be published, before a mock of the service. */
describe('a generated client calls a service', () => {
  const project = new GuideProject();
  let shop: MockService;

  beforeAll(async () => {
    project.install(packages);
    project.installSoapwright([]);
    project.write('shop.yaml', shopContract);
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    const generate = [
      'generate',
      '--schema',
      'shop.yaml',
      '--out',
      'generated',
      '--import-extension',
      'none',
      '--quiet',
    ];
    execFileSync(process.execPath, ['node_modules/soapwright/bin/soapwright.js', ...generate], { cwd: project.folder });
    shop = await mockService(join(project.folder, 'shop.yaml'));
  });

  afterAll(async () => {
    await shop?.close();
    project.remove();
  });

  /** Starts a server, and returns the texts that it answers with. */
  async function answered(command: readonly string[], ...urls: readonly string[]): Promise<readonly string[]> {
    const env = { ...process.env, SHOP: shop.url, NEXT_TELEMETRY_DISABLED: '1' };
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: project.folder, env, stdio: 'ignore' });
    try {
      const ask = (url = ''): Promise<Response | undefined> => fetch(url).catch(() => undefined);
      await expect.poll(async () => (await ask(urls[0]))?.status, { timeout: 60_000 }).toBe(200);
      return await Promise.all(urls.map(async (url) => (await (await ask(url))?.text()) ?? ''));
    } finally {
      child.kill();
    }
  }

  async function bundle(entry: string, file: string, conditionNames: readonly string[]): Promise<void> {
    const built = await rolldown({
      input: join(project.folder, entry),
      platform: 'neutral',
      resolve: { conditionNames: [...conditionNames] },
    });
    const { output } = await built.generate({ format: 'esm', codeSplitting: false });
    writeFileSync(join(project.folder, file), output[0].code);
  }

  it('in Cloudflare Workers', async () => {
    await bundle('worker.ts', 'worker.js', ['workerd', 'worker', 'import', 'module-sync']);
    const port = await freePort();
    project.write('config.capnp', workerd(port));
    const address = `http://127.0.0.1:${port}/?call=${encodeURIComponent(shop.url)}`;
    expect(await answered([join(programs, 'workerd'), 'serve', 'config.capnp'], address)).toEqual([answer]);
  });

  it.each([
    ['Bun', 'bun', ['run']],
    ['Deno', 'deno', ['run', '--allow-net', '--allow-read', '--allow-env', '--no-check', '--unstable-sloppy-imports']],
  ])('in %s', async (_, program, args) => {
    const command = [...args, 'main.ts', shop.url];
    // The mock is of this process.
    const { stdout } = await promisify(execFile)(join(programs, program), command, { cwd: project.folder });
    expect(stdout).toBe(`${answer}\n`);
  });

  it('in a page and a route of Next.js', async () => {
    const next = join(project.folder, 'node_modules/next/dist/bin/next');
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
    execFileSync(process.execPath, [next, 'build'], { cwd: project.folder, env, stdio: 'pipe' });
    const port = await freePort();
    const start = [process.execPath, next, 'start', '-p', String(port)];
    const origin = `http://127.0.0.1:${port}`;
    expect(await answered(start, `${origin}/api`, origin)).toEqual([
      answer,
      expect.stringContaining(`<p>${answer}</p>`),
    ]);
  });
});
