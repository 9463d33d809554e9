import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type Diagnostic, type ExitCode, cli as messages, Report, report, source } from '../diagnostics/index.ts';
// Not from language/index.ts, which loads all tables.
import { configurationText } from '../language/configuration-text.ts';
import { type ChangedFile, commit, contentOf, type Folder, reportOutputError, whileLocked } from '../output/index.ts';

export interface InitResult {
  readonly exitCode: ExitCode;
  readonly changes: readonly ChangedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface InitOptions {
  /** In milliseconds: how long to wait for another run on the same folder. */
  readonly patience: number;
  /** Path of a contract that exists, from the working directory; by default there is an example. */
  readonly schema?: string | undefined;
}

/** Creates a configuration, and an example contract unless there is one, in a folder. Existing files are not changed. */
export async function init(folder: Folder, { patience, schema }: InitOptions): Promise<InitResult> {
  const to = new Report();
  let changes: readonly ChangedFile[] = [];
  try {
    const given = schema === undefined ? initFiles : configurationFor(schema, folder, to);
    const files = given.map(({ path, text }) => ({
      kind: 'create' as const,
      path: folder.resolve(path),
      shown: folder.show(path),
      content: contentOf(text),
      exclusive: true,
    }));
    const existing = files.filter(({ path }) => existsSync(path));
    const missing = files.filter((file) => !existing.includes(file));
    const [configuration] = existing;
    if (configuration !== undefined && configuration === files[0]) {
      const { shown: file } = configuration;
      to.add(report(messages.alreadyThere, { file }, { file }));
    } else if (missing.length > 0) {
      await whileLocked([folder], patience, () => commit([{ folder, changes: missing }]));
      changes = missing.map(({ kind, path, shown }) => ({ kind, path, shown }));
      to.add(...existing.map(({ shown: file }) => report(messages.kept, { file }, { file })));
    }
  } catch (error) {
    reportOutputError(error, to);
  }
  return { exitCode: to.exitCode, changes, diagnostics: to.diagnostics };
}

interface InitFile {
  readonly path: string;
  readonly text: string;
}

/** Nothing if there is no such contract. */
function configurationFor(schema: string, folder: Folder, to: Report): readonly InitFile[] {
  const path = resolve(schema);
  if (!existsSync(path)) {
    to.add(report(source.notFound, { file: schema }, { file: schema }));
    return [];
  }
  return [{ path: 'soapwright.yaml', text: configurationText(relative(folder.path, path).replaceAll(sep, '/')) }];
}

/** The configuration comes first. */
const initFiles: readonly InitFile[] = [
  {
    path: 'soapwright.yaml',
    text: `# yaml-language-server: $schema=./node_modules/soapwright/schema/soapwright.schema.json
# Which contracts soapwright generates code from. Paths are relative to this file.
soapwright: 1
generate:
  - schema: schema/example.yaml
    # Types, codecs, client, server skeleton and WSDL. Commit this folder; \`soapwright check\` reports stale files.
    out: generated/example
    # Your code: one file for each operation, created if it is missing and never overwritten.
    handlers: src/handlers
    # How relative imports end: js for TypeScript that is compiled, ts where Node or a bundler runs it directly.
    importExtension: js
`,
  },
  {
    path: 'schema/example.yaml',
    text: `# yaml-language-server: $schema=../node_modules/soapwright/schema/contract.schema.json
# A contract: the operations of a service, with their requests and results.
soapwright: 1
service: Example
doc: A first service.
# The namespace of all elements. It ends in a slash, since SOAPAction is the namespace followed by the operation's name.
namespace: https://example.com/v1/
# Only a default: client and server have an option for the address.
address: http://localhost:8080/v1/example.asmx
soap: ["1.1", "1.2"]

operations:
  Greet:
    doc: Greets a person.
    request:
      # \`?\` makes a field optional, \`[]\` makes it a list.
      Name: string?
    result: Greeting

records:
  Greeting:
    Text: string
    # The long form of a field, for more than its type.
    Length: { type: int, doc: Number of characters in Text. }
`,
  },
];
