import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

let folder: string;

beforeAll(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, so that the runtime resolves as in a user's project.
  folder = mkdtempSync(join(root, '.build/readme-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: readonly string[]): string => {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `failed: ${stdout}${stderr}`;
  }
};

it('the code in the README compiles with the code generated from its contract and from a WSDL', () => {
  const [contract = ''] = blocks('yaml');
  const [call = '', service = ''] = blocks('ts');
  const tickets = (file: string): string => readFileSync(join(root, 'test/interop/tickets', file), 'utf8');
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'] };
  const files = {
    'schema/greeter.yaml': contract,
    'tickets.wsdl': tickets('tickets.wsdl')
      .replace('ADDRESS?xsd=tickets', 'tickets.xsd')
      .replaceAll('ADDRESS', 'http://t'),
    'tickets.xsd': tickets('tickets.xsd'),
    'call.ts': call,
    'service.ts': service,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const folders = ['--out', 'generated/greeter', '--handlers', 'src/handlers'];
  const generated = node([join(root, 'bin/soapwright.js'), 'generate', '--schema', 'schema/greeter.yaml', ...folders]);
  expect(generated).toContain('created  src/handlers/Greet.ts');
  node([join(root, 'bin/soapwright.js'), 'generate', '--schema', 'tickets.wsdl', '--out', 'generated/tickets']);
  expect(node([join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('');
});

it('the README has at most 90 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});
