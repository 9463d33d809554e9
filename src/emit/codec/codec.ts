import type { Declaration, Member, ResolvedService, Structure, Wildcard } from '../../contract/index.ts';
import { type SimpleBody, simpleBodies } from '../body-codecs.ts';
import { type Code, codeText, headed, line, listed } from '../code.ts';
import { type EmitOptions, type Printing, specifierOf } from '../file.ts';
import { generation } from '../generation.ts';
import { stringLiteral } from '../literal.ts';
import { partOf } from '../parts.ts';
import { simpleTypeConstant } from '../simple-types.ts';
import { qualified, valueText } from '../type-text.ts';
import type { CodecPartView, CodecView } from '../views.ts';
import { childTable, membersOf } from './child-table.ts';
import { wildcardsOf } from './content.ts';
import { contentModel } from './mixed.ts';
import { CodecNames, readerOf, wildcardOf, writerOf } from './names.ts';
import { type Parts, structureReader } from './read.ts';
import { polymorphicReader } from './read-hierarchy.ts';
import { choiceWriter, groupWriter, polymorphicWriter, structureWriter } from './write.ts';

/** codec.ts: a specialised reader and writer for each type that has a name in types.ts. */
export function printCodec(service: ResolvedService, { source, importExtension }: EmitOptions): Printing<CodecView> {
  const emitter = new CodecEmitter(new CodecNames(service));
  let isNamed = false;
  const pieces = function* (): Generator<string> {
    for (const [, text] of namedCodecs(service, emitter)) {
      isNamed ||= namesNamespace(text);
      yield text;
    }
  };
  return {
    pieces: pieces(),
    around: () => {
      const shared = sharedConstants(service, emitter.names, 'own');
      return {
        source,
        generation: String(generation),
        types: specifierOf('./types', importExtension),
        namespace: namespaceOf(service, isNamed || areNamespaced(shared)),
        ...shared,
      };
    },
  };
}

export interface CodecParts {
  readonly common: CodecView;
  readonly parts: readonly Printing<CodecPartView>[];
}

/** codec.ts in parts, whose names are told apart by `partOf`, and what they share. */
export function codecParts(service: ResolvedService, options: EmitOptions): CodecParts {
  const { source, importExtension, parts = 1 } = options;
  const emitter = new CodecEmitter(new CodecNames(service, { functions: 'codec.', constants: 'common.' }));
  const texts = Array.from({ length: parts }, (): string[] => []);
  for (const [name, text] of namedCodecs(service, emitter)) texts[partOf(name, parts)]?.push(text);
  const specifier = (path: string): string => specifierOf(path, importExtension);
  const shared = sharedConstants(service, emitter.names, 'exported');
  return {
    common: {
      source,
      generation: String(generation),
      types: specifier('../types'),
      namespace: namespaceOf(service, areNamespaced(shared)),
      ...shared,
    },
    parts: texts.map((pieces) => {
      const uses = (name: string): boolean => pieces.some((text) => text.includes(name));
      const around = (): CodecPartView => ({
        source,
        types: uses(' t.') || uses('<t.') ? specifier('../types') : '',
        codec: uses('codec.') ? specifier('../codec') : '',
        common: uses('common.') ? specifier('./common') : '',
        soap: pieces.length > 0,
        namespace: namespaceOf(service, pieces.some(namesNamespace)),
      });
      return { pieces, around };
    }),
  };
}

/** The readers and writers of each type as text, by its name, which are printed at once: all trees of a large contract
 * together would take several times the memory of their text. */
function* namedCodecs(
  service: ResolvedService,
  emitter: CodecEmitter,
): Iterable<readonly [name: string, text: string]> {
  for (const one of [...service.messages, ...service.declarations]) {
    yield [one.typeName, textOf(emitter.declaration(one))];
  }
  for (const body of simpleBodies(service)) yield [body.use, textOf(emitter.simpleBody(body))];
}

/** The contract's namespace has a constant where something names it: in a contract without forms nothing may. */
function namespaceOf({ namespace }: ResolvedService, isNamed: boolean): string {
  return isNamed ? stringLiteral(namespace) : '';
}

function areNamespaced({ tags, simpleTypes }: Pick<CodecView, 'tags' | 'simpleTypes'>): boolean {
  return namesNamespace(codeText(tags)) || namesNamespace(codeText(simpleTypes));
}

function namesNamespace(text: string): boolean {
  return /\bnamespace\b/.test(text);
}

/** Constants that readers and writers share; asked for when those are made. */
function sharedConstants(
  service: ResolvedService,
  names: CodecNames,
  use: 'own' | 'exported',
): Pick<CodecView, 'tags' | 'simpleTypes'> {
  const simpleTypes = service.simpleTypes.map((type) => simpleTypeConstant(type, qualified, use));
  const others = names.shared.map(({ name, type, value }) =>
    line(use === 'own' ? `const ${name} = ${value};` : `export const ${name}: ${type} = ${value};`),
  );
  return { tags: names.tags.declarations(use), simpleTypes: [...simpleTypes, ...others] };
}

function textOf(parts: Parts): string {
  return parts.map((part) => `\n${codeText(part)}`).join('');
}

class CodecEmitter {
  readonly names: CodecNames;

  constructor(names: CodecNames) {
    this.names = names;
  }

  declaration(declaration: Declaration): Parts {
    const { names } = this;
    const writing = { names, typeName: declaration.typeName };
    switch (declaration.kind) {
      case 'structure': {
        const tables = [...this.#constants(declaration), ...childTable(declaration, names)];
        const parts = structureReader(declaration, names);
        return [...(tables.length === 0 ? [] : [tables]), ...parts, structureWriter(declaration, writing)];
      }
      case 'polymorphic':
        return [...polymorphicReader(declaration, names), polymorphicWriter(declaration, names)];
      case 'choice-type':
        return [...this.#wildcards(declaration.typeName, declaration.cases), choiceWriter(declaration, writing)];
      case 'group-type':
        return [...this.#wildcards(declaration.typeName, declaration.members), groupWriter(declaration, writing)];
    }
  }

  /** An element that is no record and stands by itself. */
  simpleBody({ use, type }: SimpleBody): Parts {
    const text = valueText(type, qualified);
    const isBlob = type.representation === 'Blob';
    const object = isBlob ? '' : this.names.object(type, use, 'value');
    const read = isBlob ? 'soap.readBlob(reader)' : `soap.readValue(reader, ${object})`;
    const write = isBlob ? 'soap.writeBlobContent(writer, value);' : `soap.writeContent(writer, ${object}, value);`;
    const parameters = ['writer: soap.XmlWriter', `value: ${text}`];
    return [
      headed(
        listed(`export function ${readerOf(use)}(`, ['reader: soap.XmlReader'], `): ${text} {`),
        [line(`return ${read};`)],
        '}',
      ),
      headed(listed(`export function ${writerOf(use)}(`, parameters, '): void {'), [line(write)], '}'),
    ];
  }

  #constants(structure: Structure): readonly Code[] {
    const { typeName, content, anyAttribute } = structure;
    const attributes =
      anyAttribute === undefined
        ? []
        : this.#wildcard(typeName, anyAttribute.property, anyAttribute.wildcard, anyAttribute.targetNamespace);
    const model = content.kind === 'mixed' ? [contentModel(typeName, content.members)] : [];
    return [...attributes, ...this.#innerWildcards(typeName, membersOf(structure)), ...model];
  }

  #wildcards(typeName: string, members: readonly Member[]): Parts {
    const constants = members.flatMap((member) =>
      member.kind === 'any' ? this.#wildcard(typeName, member.property, member.wildcard, member.targetNamespace) : [],
    );
    return constants.length === 0 ? [] : [constants];
  }

  /** Those that a structure's readers need, groups in it included. */
  #innerWildcards(typeName: string, members: readonly Member[]): readonly Code[] {
    return wildcardsOf(members).flatMap(({ property, wildcard, targetNamespace }) =>
      this.#wildcard(typeName, property, wildcard, targetNamespace),
    );
  }

  #wildcard(typeName: string, property: string, { namespaces }: Wildcard, target: string): readonly Code[] {
    if (namespaces === '##any') return [];
    const words =
      typeof namespaces === 'string' ? stringLiteral(namespaces) : `[${namespaces.map(stringLiteral).join(', ')}]`;
    const items = [words, this.names.namespaceText(target)];
    return [listed(`const ${wildcardOf(typeName, property)} = /*@__PURE__*/ soap.wildcard(`, items, ');')];
  }
}
