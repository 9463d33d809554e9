import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Node, Project, SyntaxKind, ts } from 'ts-morph';
import { manifestOf, root } from '../../release/packages.js';
import { createProgram } from '../../src/cli/program.ts';

const terminal = { out: () => undefined, message: () => undefined };

/** Published packages with exports, by their folders. */
const libraries = ['runtime', 'security', 'upload-client', '.'];

const contractSchemas = ['contract', 'overlay', 'soapwright'];

const deprecatedMark = '(deprecated)';

/**
 * The exports of packages, the commands and the keys of contracts, below headings: lines `kind name: member member`, and
 * `kind: name name` for names without members. What is deprecated is marked.
 */
export function publicList(): string {
  return [...exportSections(), ...commandSections(), ...contractSchemas.map(schemaSection)].join('\n\n').concat('\n');
}

/** A section for each entry of a package, from the declarations that it has. */
function exportSections(): readonly string[] {
  const project = new Project({
    skipFileDependencyResolution: true,
    compilerOptions: { module: ts.ModuleKind.NodeNext, noLib: true, types: [], customConditions: [] },
  });
  const entries = libraries.flatMap((folder) => {
    const { name, types, typesVersions } = manifestOf(folder);
    const others = Object.entries(typesVersions['*']).map(([entry, [file]]) => [`${name}/${entry}`, file] as const);
    return [[name, types] as const, ...others].map(([entry, file]) => ({ entry, file: join(root, folder, file) }));
  });
  for (const { file } of entries) project.addSourceFileAtPath(file);
  project.resolveSourceFileDependencies();
  return entries.map(({ entry, file }) => {
    const exported = project.getSourceFileOrThrow(file).getExportedDeclarations();
    const exports = [...exported].flatMap(([name, declarations]) =>
      declarations.map((one) => ({ kind: kindOf(one), name: marked(name, one), members: membersOf(one) })),
    );
    return section(entry, exportLines(exports));
  });
}

function section(heading: string, lines: readonly string[]): string {
  return [`# ${heading}`, ...[...new Set(lines)].toSorted()].join('\n');
}

interface Exported {
  readonly kind: string;
  readonly name: string;
  readonly members: readonly string[];
}

/** A line for each export with members, and one for all others of a kind. */
function exportLines(exports: readonly Exported[]): readonly string[] {
  const plain = exports.filter(({ members }) => members.length === 0);
  const kinds = [...new Set(plain.map(({ kind }) => kind))];
  return [
    ...exports
      .filter(({ members }) => members.length > 0)
      .map(({ kind, name, members }) => `${kind} ${name}: ${members.join(' ')}`),
    ...kinds.map((kind) => {
      const names = plain.filter((one) => one.kind === kind).map(({ name }) => name);
      return `${kind}: ${[...new Set(names)].toSorted().join(' ')}`;
    }),
  ];
}

function marked(name: string, node: Node): string {
  const documented = Node.isVariableDeclaration(node) ? node.getVariableStatement() : node;
  const isDeprecated =
    Node.isJSDocable(documented) &&
    documented.getJsDocs().some((doc) => doc.getTags().some((tag) => tag.getTagName() === 'deprecated'));
  return isDeprecated ? name + deprecatedMark : name;
}

function kindOf(declaration: Node): string {
  if (Node.isClassDeclaration(declaration)) return 'class';
  if (Node.isFunctionDeclaration(declaration)) return 'function';
  return Node.isVariableDeclaration(declaration) ? 'const' : 'type';
}

/** Names of public members and of parameters; `name?` is one that may be left out. */
function membersOf(declaration: Node): readonly string[] {
  if (Node.isFunctionDeclaration(declaration)) return [`(${declaration.getParameters().map(parameterName).join(',')})`];
  const members = Node.isClassDeclaration(declaration)
    ? declaration.getMembers()
    : declaration.getDescendantsOfKind(SyntaxKind.PropertySignature).filter((one) => isDirect(one, declaration));
  const methods = Node.isInterfaceDeclaration(declaration) ? declaration.getMethods() : [];
  return [...members, ...methods].flatMap((member) => {
    if (Node.isModifierable(member) && (member.hasModifier('private') || member.hasModifier('protected'))) return [];
    if (!('getName' in member)) return [];
    const name = member.getName();
    if (name.startsWith('#')) return [];
    return [marked(`${name}${'hasQuestionToken' in member && member.hasQuestionToken() ? '?' : ''}`, member)];
  });
}

/** Whether a property is one of the declaration, and not of a type of one of its members. */
function isDirect(property: Node, declaration: Node): boolean {
  const outer = property.getParent()?.getParent()?.getFirstAncestorByKind(SyntaxKind.PropertySignature);
  return (
    property.getParent() === declaration ||
    (Node.isTypeAliasDeclaration(declaration) &&
      outer === undefined &&
      property.getParent()?.getParent() === declaration)
  );
}

function parameterName(parameter: { getName(): string; isOptional(): boolean }): string {
  return parameter.getName().startsWith('{') ? 'options' : parameter.getName() + (parameter.isOptional() ? '?' : '');
}

/** The commands with their options. */
function commandSections(): readonly string[] {
  const program = createProgram(terminal as never, () => undefined);
  const upload = execFileSync(process.execPath, [join(root, 'upload-client/bin/remote-file-upload.js'), '--help'], {
    encoding: 'utf8',
  });
  const uploadOptions = [...upload.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option = '']) => option);
  return [
    section('commands', [
      ...program.commands.map((command) => commandLine(program, command)),
      `command remote-file-upload: ${uploadOptions.join(' ')}`,
    ]),
  ];
}

function commandLine(program: Command, command: Command): string {
  const values = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  const options = command.options.map(({ long, short, hidden }) => `${long ?? short}${hidden ? deprecatedMark : ''}`);
  return [`command ${program.name()} ${command.name()}:`, ...values, ...options].join(' ').replace(/:$/, '');
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The keys of each construct of a language, from its JSON Schema. */
function schemaSection(name: string): string {
  const schema = JSON.parse(readFileSync(join(root, `schema/${name}.schema.json`), 'utf8')) as Schema;
  const constructs = Object.entries({ [name]: schema, ...schema.definitions });
  const lines = constructs.flatMap(([construct, { properties }]) =>
    properties === undefined ? [] : [`keys ${construct}: ${Object.keys(properties).join(' ')}`],
  );
  return section(`schema/${name}.schema.json`, lines);
}
