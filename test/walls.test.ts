import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One violation of each restriction on imports between folders: a file, and a module that it must not import. */
const violations: readonly (readonly [file: string, target: string])[] = [
  ['src/diagnostics/a.ts', '../contract/index.ts'],
  ['src/diagnostics/reports/a.ts', '../../rules/index.ts'],
  ['src/contract/a.ts', '../emit/index.ts'],
  ['src/contract/wsdl/components/a.ts', '../../../project/index.ts'],
  ['src/contract/check/a.ts', '../../diagnostics/report.ts'],
  ['src/emit/a.ts', '../diagnostics/index.ts'],
  ['src/emit/a.ts', '../contract/model/index.ts'],
  ['src/emit/codec/a.ts', '../../project/index.ts'],
  ['src/emit/a.ts', 'node:fs'],
  ['src/project/output/a.ts', '../../cli/index.ts'],
  ['src/project/generate/a.ts', '../../rules/index.ts'],
  ['src/project/handlers/a.ts', '../../fetch/index.ts'],
  ['src/rules/lint/a.ts', '../../fetch/index.ts'],
  ['src/rules/breaking/a.ts', '../../messages/index.ts'],
  ['src/rules/breaking/a.ts', '../../contract/check/value-space.ts'],
  ['src/fetch/a.ts', '../emit/index.ts'],
  ['src/fetch/a.ts', '../rules/index.ts'],
  ['src/messages/mock/a.ts', '../../project/index.ts'],
  ['src/messages/verify/a.ts', '../../editor/index.ts'],
  ['src/messages/values/a.ts', '../../fetch/post-message.ts'],
  ['src/editor/a.ts', '../messages/index.ts'],
  ['src/editor/lsp/a.ts', '../../cli/index.ts'],
  ['src/editor/format/a.ts', '../../contract/yaml/index.ts'],
  ['src/reference/a.ts', '../messages/index.ts'],
  ['src/reference/a.ts', 'node:fs'],
  ['src/cli/a.ts', '../rules/lint/index.ts'],
  ['src/cli/a.ts', '@soapwright/generated/remote-file-service/types'],
  ['runtime/src/xml/a.ts', 'node:buffer'],
  // Only a folder called node/ may import from Node, not a file of such a name.
  ['runtime/src/server/form/request-node.ts', 'node:buffer'],
  ['runtime/src/client/http.node.ts', 'node:http'],
  ['runtime/src/client/node.ts', 'node:http'],
  ['runtime/src/xml/a.ts', '../../../src/contract/index.ts'],
  ['runtime/src/server/node/a.ts', '@soapwright/generated/remote-file-service/types'],
  ['service/src/a.ts', 'soapwright'],
  ['service/src/a.ts', '../../runtime/src/xml/reader.ts'],
  ['service/src/a.ts', '../../generated/remote-file-service/types.ts'],
  ['runtime/src/server/a.ts', '../pages/index.ts'],
  ['runtime/src/server/a.ts', 'node:http'],
  ['runtime/src/server/node/a.ts', '../../pages/index.ts'],
  ['service/src/domain/a.ts', '../handlers/index.ts'],
  ['service/src/uploads/a.ts', '../server/run-service.ts'],
  ['service/src/storage/a.ts', '../../../runtime/src/xml/reader.ts'],
  ['security/src/a.ts', 'node:crypto'],
  ['security/src/a.ts', '../../runtime/src/xml/reader.ts'],
  ['security/src/a.ts', '@soapwright/runtime/server/node'],
  ['upload-client/src/a.ts', '../../service/src/uploads/uploads.ts'],
  ['upload-client/src/node/a.ts', 'remote-file-service'],
  ['upload-client/src/command/a.ts', '@soapwright/runtime/server'],
];

/** All kinds of imports. */
const spellings: Readonly<Record<string, (target: string) => string>> = {
  static: (target) => `import { a } from '${target}';\nconsole.log(a);\n`,
  'type-only': (target) => `import type { a } from '${target}';\nexport type b = a;\n`,
  're-exported': (target) => `export * from '${target}';\n`,
  dynamic: (target) => `export const a: unknown = await import('${target}');\n`,
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-walls-'));
  const { vcs: _vcs, $schema: _schema, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function restrictedImports(): string[] {
  const args = [
    join(root, 'node_modules/@biomejs/biome/bin/biome'),
    'lint',
    '--only=style/noRestrictedImports',
    '--reporter=json',
    '--max-diagnostics=200',
    '.',
  ];
  let output: string;
  try {
    output = execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const report = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  return report.diagnostics
    .filter((diagnostic) => diagnostic.category === 'lint/style/noRestrictedImports')
    .map(({ location }) => (typeof location.path === 'string' ? location.path : location.path.file));
}

describe('restrictions on imports between folders', () => {
  for (const [how, spell] of Object.entries(spellings)) {
    it(`the lint rejects a forbidden ${how} import`, () => {
      const expected: string[] = [];
      for (const [index, [file, target]] of violations.entries()) {
        const path = file.replace('a.ts', `${how}${index}.ts`);
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), spell(target));
        expected.push(path);
      }
      const found = restrictedImports();
      expect(expected.filter((path) => !found.includes(path))).toEqual([]);
    });
  }

  it('the lint accepts allowed imports', () => {
    rmSync(join(folder, 'src'), { recursive: true, force: true });
    rmSync(join(folder, 'runtime'), { recursive: true, force: true });
    for (const part of ['security', 'service', 'upload-client'])
      rmSync(join(folder, part), { recursive: true, force: true });
    for (const part of ['src', 'runtime/src', 'security/src', 'service/src', 'upload-client/src'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    expect(restrictedImports()).toEqual([]);
  });
});

describe('connections', () => {
  // Calls of the global function, not methods of this name.
  const modules =
    /\bfrom '(?:undici|node:(?:dgram|dns|http|http2|https|net|tls)(?:\/\w+)?)'|(?<![\w.])fetch\((?!request: Request\))/;
  /** Types open nothing, and a server waits for others. */
  const listening = /^import (?:type \{[^}]*\} from 'node:\w+'|\{ createServer(?:, type \w+)* \} from 'node:http');$/gm;
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

  it('are opened by src/fetch only', () => {
    const found = files.filter((file) => {
      const text = readFileSync(join(root, 'src', file), 'utf8').replace(listening, '');
      return modules.test(text);
    });
    expect(found.filter((file) => !file.startsWith('fetch/'))).toEqual([]);
    expect(found).toContain('fetch/signed-request.ts');
  });
});
