import type { Declaration, ResolvedService, SimpleDeclaration, Use } from '../../contract/index.ts';
import { type Code, headed, line, listed, type Parts, within } from '../code.ts';
import { codecDirections, type Directions } from '../directions.ts';
import { type EmitOptions, generation, type Printing, partOf, type Sides } from '../file.ts';
import { GeneratedFile } from '../generated-file.ts';
import { rootText } from '../operation-types.ts';
import { codeText } from '../print-code.ts';
import { declaredIn, simpleTypeConstant, simpleTypeOf } from '../simple-types.ts';
import type { ModuleView } from '../views.ts';
import { CodecScope, type CodecSettings } from './codec-scope.ts';
import { structureConstants, wildcardConstants } from './constants.ts';
import { nameTags } from './declared-tags.ts';
import { arrayCodec, contentWriter, decoderOf } from './encoded.ts';
import { polymorphicReader, polymorphicWriter } from './hierarchy.ts';
import { type RootBody, rootBodies } from './identifiers.ts';
import { CodecNames } from './names.ts';
import { structureReader } from './read.ts';
import { fieldFunction, recordTable } from './record-table.ts';
import { readerOfValue, typedBytes } from './values.ts';
import { choiceWriter, groupWriter, structureWriter } from './write.ts';

/** codec.ts: a specialised reader and writer for each type that has a name in types.ts. */
export function printCodec(
  service: ResolvedService,
  { source, importExtension, reading, sides = 'both' }: EmitOptions,
): Printing<ModuleView> {
  const file = new GeneratedFile(service, { importExtension });
  const scope = codecScope(service, file, { isSplit: false, isTolerant: reading === 'tolerant', sides });
  const pieces = function* (): Generator<string> {
    for (const { use, print } of codecs(service, sides)) yield partsText(print(new CodecNames(scope, file, use)));
  };
  return {
    pieces: pieces(),
    around: () => ({ source, sections: commonSections(scope, 'own') }),
  };
}

/** codec.ts in parts: `partOf` tells the part of a name, and `common` holds the constants that they share. */
export interface CodecParts {
  readonly common: ModuleView;
  readonly parts: readonly Printing<ModuleView>[];
}

export function codecParts(service: ResolvedService, options: EmitOptions): CodecParts {
  const { source, importExtension, reading, parts = 1, sides = 'both' } = options;
  const newFile = (): GeneratedFile => new GeneratedFile(service, { importExtension, folder: '../' });
  const common = newFile();
  const scope = codecScope(service, common, { isSplit: true, isTolerant: reading === 'tolerant', sides });
  const files = Array.from({ length: parts }, () => ({ file: newFile(), pieces: [] as string[] }));
  for (const { name, use, print } of codecs(service, sides)) {
    const part = files[partOf(name, parts)];
    if (part === undefined) continue;
    part.file.module('soap');
    part.pieces.push(partsText(print(new CodecNames(scope, part.file, use))));
  }
  return {
    common: { source, sections: commonSections(scope, 'exported') },
    parts: files.map(({ file, pieces }) => {
      const sections = [file.imports, file.namespaceConstant].filter((section) => section.length > 0);
      return { pieces, around: () => ({ source, sections: pieces.length > 0 ? sections : [[line('export {};')]] }) };
    }),
  };
}

function codecScope(service: ResolvedService, common: GeneratedFile, settings: CodecSettings): CodecScope {
  const scope = new CodecScope(service, common, settings);
  nameTags(service, new CodecNames(scope, common, 'literal'));
  scope.closeTags();
  return scope;
}

/** What precedes the readers and writers: imports, and the constants that they share. */
function commonSections(scope: CodecScope, use: 'own' | 'exported'): readonly (readonly Code[])[] {
  const { service, common: file } = scope;
  file.module('soap');
  const simpleTypes = usedTypes(service, scope.used).map((type) => simpleTypeConstant(type, file, use));
  const others = [...scope.shared.values()].map(({ name, type, value }) =>
    line(use === 'own' ? `const ${name} = ${value};` : `export const ${name}: ${type()} = ${value};`),
  );
  const exported = use === 'own' ? '' : 'export ';
  const fields = [...scope.fields].map(([name, call]) => fieldFunction(`${exported}function ${name}`, call));
  const tags = scope.tags.declarations(use, scope.used);
  const generationCall = [line(`soap.requireGeneration(${generation});`)];
  return [file.imports, generationCall, file.namespaceConstant, tags, [...simpleTypes, ...others], fields].filter(
    (section) => section.length > 0,
  );
}

/** The simple types that readers and writers name, and those that these derive from. */
function usedTypes({ simpleTypes }: ResolvedService, used: ReadonlySet<string>): readonly SimpleDeclaration[] {
  const byName = new Map(simpleTypes.map((type) => [type.typeName, type]));
  const needed = new Set<string>();
  const need = (typeName: string): void => {
    const type = byName.get(typeName);
    if (type === undefined || needed.has(typeName)) return;
    needed.add(typeName);
    for (const name of declaredIn(type.definition)) need(name);
  };
  for (const { typeName } of simpleTypes) if (used.has(simpleTypeOf(typeName))) need(typeName);
  return simpleTypes.filter(({ typeName }) => needed.has(typeName));
}

interface NamedCodec {
  readonly name: string;
  readonly use: Use;
  /** Builds the code: all trees of a large contract together would take several times the memory of their text. */
  readonly print: (names: CodecNames) => Parts;
}

/** The reader and writer of each type. */
function* codecs(service: ResolvedService, sides: Sides): Generator<NamedCodec> {
  const directionsOf = codecDirections(service, sides);
  const codec = (
    name: string,
    use: Use,
    print: (names: CodecNames, directions: Directions) => Parts,
  ): readonly NamedCodec[] => {
    const directions = directionsOf(name, use);
    if (!directions.reads && !directions.writes) return [];
    return [{ name, use, print: (names) => print(names, directions) }];
  };
  for (const declaration of [...service.messages, ...service.declarations]) {
    const print = (names: CodecNames, directions: Directions) => declarationCodec(declaration, names, directions);
    yield* codec(declaration.typeName, 'literal', print);
    yield* codec(declaration.typeName, 'encoded', print);
  }
  for (const array of service.arrays) {
    yield* codec(array.typeName, 'encoded', (names, directions) => arrayCodec(array, names, directions));
  }
  for (const body of rootBodies(service)) {
    yield* codec(body.codec, body.use, (names, directions) => rootCodec(body, names, directions));
  }
}

function partsText(parts: Parts): string {
  return parts.map((part) => `\n${codeText(part)}`).join('');
}

function declarationCodec(declaration: Declaration, names: CodecNames, { reads, writes }: Directions): Parts {
  const { typeName } = declaration;
  const writing = { names, typeName };
  switch (declaration.kind) {
    case 'structure': {
      if (names.use === 'literal' && names.hasTable(typeName)) return recordTable(declaration, names);
      const constants = structureConstants(declaration, names, reads);
      return [
        ...(constants.length === 0 ? [] : [constants]),
        ...(reads ? structureReader(declaration, names) : []),
        ...(writes ? [structureWriter(declaration, writing)] : []),
      ];
    }
    case 'polymorphic':
      return [
        ...(reads ? polymorphicReader(declaration, names) : []),
        ...(writes ? [polymorphicWriter(declaration, names)] : []),
      ];
    case 'choice-type':
      return writes
        ? [...wildcardConstants(typeName, declaration.cases, names), choiceWriter(declaration, writing)]
        : [];
    case 'group-type':
      return writes
        ? [...wildcardConstants(typeName, declaration.members, names), groupWriter(declaration, writing)]
        : [];
  }
}

/** The codec of an element at a root that is nillable or not a record. */
function rootCodec(body: RootBody, names: CodecNames, { reads, writes }: Directions): Parts {
  const { codec, nillable, use } = body;
  const text = rootText(body, names.file);
  const { read, write } = use === 'literal' ? literalRoot(body, names) : encodedRoot(body, names);
  const reader = listed(`export function ${names.rootReader(codec)}(`, ['reader: soap.XmlReader'], `): ${text} {`);
  const sent = names.isSent(codec) ? rootText(body, names.inRequests) : text;
  const parameters = ['writer: soap.XmlWriter', `value: ${sent === text ? text : `${sent} | ${text}`}`];
  const writer = listed(`export function ${names.rootWriter(codec)}(`, parameters, '): void {');
  const nil = line(`${use === 'literal' ? 'soap' : 'encoded'}.writeNilContent(writer);`);
  const writing = (): readonly Code[] =>
    nillable ? [within('if (value === null)', [nil]), within('else', write())] : write();
  return [
    ...(reads ? [[headed(reader, [line(`return ${read};`)], '}')]] : []),
    ...(writes ? [[headed(writer, writing(), '}')]] : []),
  ];
}

interface RootStatements {
  readonly read: string;
  /** Writes a value that is not null: the start tag of a nillable element is still open. Called if there is a writer. */
  readonly write: () => readonly Code[];
}

function literalRoot(body: RootBody, names: CodecNames): RootStatements {
  const { read, write } = literalStatements(body, names);
  return { read: body.nillable ? `reader.nil() ? null : ${read}` : read, write };
}

function literalStatements(
  { codec, type, nillable, element, contentType }: RootBody,
  names: CodecNames,
): RootStatements {
  const content = nillable ? [line('writer.content();')] : [];
  switch (type.kind) {
    case 'record': {
      const write = (): readonly Code[] => [line(`${names.writer(type.typeName)}(writer, value);`)];
      const read = `${names.reader(type.typeName)}(reader)`;
      return { read, write: () => (type.head ? write() : [...content, ...write()]) };
    }
    case 'any':
      return {
        read: 'reader.any()',
        write: () => [line(`soap.writeAny(writer, ${names.anyRoot(codec, element)}, value);`)],
      };
    case 'simple': {
      if (type.representation === 'Blob') {
        const bytes = typedBytes(type, contentType, 'value');
        const write = (): readonly Code[] => [...content, line(`soap.writeBlobContent(writer, ${bytes});`)];
        return { read: 'soap.readBlob(reader)', write };
      }
      const object = names.object(type, codec, 'value');
      return {
        read: `soap.${readerOfValue(type)}(reader, ${object})`,
        write: () => [line(`soap.writeContent(writer, ${object}, value);`)],
      };
    }
    default:
      return {
        read: `${decoderOf(type, codec, 'value', names)}(reader)`,
        write: () => [line(contentWriter(type, 'value', names))],
      };
  }
}

/** An element that may be a reference. */
function encodedRoot({ codec, type, nillable, element }: RootBody, names: CodecNames): RootStatements {
  names.file.module('encoded');
  const nullable = nillable || type.kind === 'anyType' ? 'Nullable' : '';
  const read = `encoded.read${nullable}(reader, ${decoderOf(type, codec, 'value', names)})`;
  const content = nillable ? [line('writer.content();')] : [];
  switch (type.kind) {
    case 'any':
      return { read, write: () => [line(`soap.writeAny(writer, ${names.anyRoot(codec, element)}, value);`)] };
    case 'simple':
      return {
        read,
        write: () => [line(`soap.writeContent(writer, ${names.object(type, codec, 'value')}, value);`)],
      };
    case 'record':
      return { read, write: () => [...(type.head ? [] : content), line(contentWriter(type, 'value', names))] };
    default:
      return { read, write: () => [line(contentWriter(type, 'value', names))] };
  }
}
