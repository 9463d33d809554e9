import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Project, type RunOptions, root } from './cli.ts';

const contract = `soapwright: 1
include: [types/common.yaml]
service: Izgara
doc: |
  Lists what is due.

  İstanbul, ışık, straße: each letter as it is.
namespace: https://example.com/v1/
address: \${IZGARA_URL:-http://localhost:8080}/v1/izgara.asmx
soap: ["1.1", "1.2"]
operations:
  ListITEMS:
    doc: |
      Lists items.
      On two lines.
    request: { Since: dateTime?, Day: date?, ID: Kind }
    result: Item[]
`;

const common = `soapwright: 1
types:
  Kind: { enum: { IN: "In, by
      folding", in-it: Inside, ıi: Dotless } }
records:
  Item:
    Title: string
    At: { type: dateTime, example: 2024-03-31T02:30:00+01:00 }
    Istanbul: { type: decimal, default: 1234.5 }
`;

const configuration = `soapwright: 1
generate:
  - schema: api/izgara.yaml
    out: generated/izgara
    handlers: src/handlers
    importExtension: ts
  - schema: wsdl/tickets.wsdl
    out: generated/tickets
`;

function tickets(name: string): string {
  return readFileSync(join(root, 'test/interop/tickets', name), 'utf8')
    .replace('ADDRESS?xsd=tickets', 'tickets.xsd')
    .replaceAll('ADDRESS', 'http://tickets.example/');
}

const sources: Readonly<Record<string, string>> = {
  'soapwright.yaml': configuration,
  'api/izgara.yaml': contract,
  'api/types/common.yaml': common,
  'wsdl/tickets.wsdl': tickets('tickets.wsdl'),
  'wsdl/tickets.xsd': tickets('tickets.xsd'),
};

interface Variation extends Omit<RunOptions, 'preload'> {
  /** Code that runs before the command. */
  readonly code?: string;
  /** Further arguments. */
  readonly args?: readonly string[];
}

let project: Project;
afterEach(() => project.remove());

/** What `generate` writes from these sources, by its path. */
function generated(files: Readonly<Record<string, string>>, { code = '', args = [], ...options }: Variation) {
  project = new Project();
  project.write({ ...files, 'elsewhere/.keep': '', 'before.cjs': code });
  const preload = join(project.path, 'before.cjs');
  const ended = project.runWith({ ...options, preload }, 'generate', '--no-cache', ...args);
  expect(ended).toMatchObject({ exitCode: 0 });
  const written = Object.entries(project.files()).filter(([path]) => /^(?:generated|src)\//.test(path));
  return Object.fromEntries(written);
}

function withCrLf(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(sources).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]));
}

function withBackslashes(): Readonly<Record<string, string>> {
  return {
    ...sources,
    'soapwright.yaml': configuration.replace(/\w+\/\S*/g, (path) => `.\\${path.replaceAll('/', '\\')}`),
  };
}

describe('the same bytes are generated', () => {
  const variations: readonly (readonly [name: string, files: typeof sources, variation: Variation])[] = [
    ['east of Greenwich', sources, { environment: { TZ: 'Pacific/Kiritimati' } }],
    ['in a zone of half hours with summer time', sources, { environment: { TZ: 'America/St_Johns' } }],
    ['in Turkish', sources, { environment: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' } }],
    ['in the C locale', sources, { environment: { LANG: 'C', LC_ALL: 'C' } }],
    ['with an open umask', sources, { code: 'process.umask(0);' }],
    ['with a closed umask', sources, { code: 'process.umask(0o077);' }],
    ['from files with CRLF', withCrLf(), {}],
    ['from paths with backslashes', withBackslashes(), {}],
    ['from another folder', sources, { folder: 'elsewhere', args: ['--config', '../soapwright.yaml'] }],
    ['whatever variables the contract names', sources, { environment: { IZGARA_URL: 'https://other.example' } }],
  ];
  const plain = (): Readonly<Record<string, string>> => {
    const files = generated(sources, {});
    project.remove();
    return files;
  };
  let expected: Readonly<Record<string, string>> | undefined;

  it.each(variations)('%s', (_name, files, variation) => {
    expected ??= plain();
    expect(Object.keys(expected)).toContain('generated/izgara/types.ts');
    expect(generated(files, variation)).toEqual(expected);
  });
});
