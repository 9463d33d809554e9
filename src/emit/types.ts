import type {
  AnyAttributeMember,
  AttributeMember,
  ChoiceType,
  Declaration,
  Discriminant,
  Member,
  PolymorphicType,
  ResolvedService,
  SimpleDeclaration,
  Structure,
  TextMember,
} from '../contract/index.ts';
import { block, type Code, type Doc, line, listedUnion, type Paragraph } from './code.ts';
import { lifeCycleTags } from './doc.ts';
import { countText, facetsText } from './facets.ts';
import { type EmitOptions, type Printing, partOf, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { soleResults } from './operation-types.ts';
import { codeText } from './print-code.ts';
import { inRequests, type RequestTypes, requestTypesOf } from './request-types.ts';
import { valueTexts } from './simple-types.ts';
import { mayBeAbsent, memberText, presentText, type TypeNames, valueText } from './type-text.ts';
import type { ModuleView } from './views.ts';

/** An interface, or a type with its code. */
interface TypeText {
  readonly doc: Doc['paragraphs'];
  readonly code?: readonly Code[];
  readonly name?: string;
  /** The members of a union. */
  readonly union?: readonly string[];
  /** What an interface extends. */
  readonly base?: string;
  readonly properties?: readonly PropertyText[];
}

interface PropertyText {
  readonly doc: Doc['paragraphs'];
  /** With `?` if the property is optional. */
  readonly name: string;
  /** Called for what is printed: a file imports the types that it names. */
  readonly type: () => string;
}

/** types.ts: an interface or a union for each request, response, record, choice and simple type of the contract. */
export function printTypes(
  service: ResolvedService,
  { source, importExtension, sides }: EmitOptions,
): Printing<ModuleView> {
  const file = new GeneratedFile(service, { importExtension, types: './types', declares: () => true });
  return printModule(service, { source, sides }, file, () => true);
}

/** types.ts in parts; `partOf` tells the part of a name. */
export function printTypesParts(
  service: ResolvedService,
  { source, importExtension, parts = 1, sides }: EmitOptions,
): readonly Printing<ModuleView>[] {
  const types = specifierOf('../types', importExtension);
  return Array.from({ length: parts }, (_, part) => {
    const declares = (typeName: string): boolean => partOf(typeName, parts) === part;
    const file = new GeneratedFile(service, { importExtension, types, declares });
    return printModule(service, { source, sides }, file, declares);
  });
}

function printModule(
  service: ResolvedService,
  { source, sides }: Pick<EmitOptions, 'source' | 'sides'>,
  file: GeneratedFile,
  declares: (typeName: string) => boolean,
): Printing<ModuleView> {
  const isHere = ({ typeName }: { readonly typeName: string }): boolean => declares(typeName);
  const aliases = service.simpleTypes.filter(isHere).map((type) => alias(type, file));
  const requests = requestTypesOf(service, sides);
  const ofRequests = new TypePrinter(service, inRequests(file, requests));
  const printer = new TypePrinter(service, file);
  const variants = new Variants(service, file, requests);
  const declared = declarationsOf(service);
  const all = declared.filter((one) => isHere(one) || declares(requests.sentName(one.typeName)));
  const views = function* (declaration: Declaration): Iterable<TypeText> {
    const { typeName } = declaration;
    if (isHere(declaration)) yield* (requests.isSentOnly(typeName) ? ofRequests : printer).declaration(declaration);
    const name = requests.sentName(typeName);
    if (name !== typeName && declares(name)) yield* variants.of(declaration);
  };
  return {
    pieces: printed(all, views),
    around: () => {
      const empty = all.length === 0 ? [[line('export {};')]] : [];
      return { source, sections: [file.imports, ...aliases, ...empty].filter((section) => section.length > 0) };
    },
  };
}

/** The text of each type by its name: what types.ts declares, without the types that only requests have. */
export function typeTextsOf(service: ResolvedService): ReadonlyMap<string, string> {
  const file = new GeneratedFile(service, { importExtension: 'js', types: './types', declares: () => true });
  const printer = new TypePrinter(service, file);
  const texts = new Map<string, string>();
  for (const type of service.simpleTypes) texts.set(type.typeName, codeText(alias(type, file)));
  for (const declaration of [...service.messages, ...service.declarations]) {
    texts.set(declaration.typeName, [...printed([declaration], (one) => printer.declaration(one))].join('').trim());
  }
  return texts;
}

/** Without the responses that hold nothing but a result. */
function declarationsOf(service: ResolvedService): readonly Declaration[] {
  const results = soleResults(service);
  return [...service.messages.filter(({ typeName }) => !results.has(typeName)), ...service.declarations];
}

/** The text of each after an empty line. */
function* printed(
  declarations: readonly Declaration[],
  views: (declaration: Declaration) => Iterable<TypeText>,
): Generator<string> {
  for (const declaration of declarations) for (const view of views(declaration)) yield declarationText(view);
}

/** What requests have instead of a type that is read too: of a record, the properties that differ. */
class Variants {
  readonly #file: GeneratedFile;
  readonly #requests: RequestTypes;
  readonly #printer: TypePrinter;
  readonly #before: TypePrinter;
  readonly #after: TypePrinter;

  constructor(service: ResolvedService, file: GeneratedFile, requests: RequestTypes) {
    this.#file = file;
    this.#requests = requests;
    this.#printer = new TypePrinter(service, inRequests(file, requests));
    const compared: TypeNames = { type: (name) => name, runtimeType: (name) => name };
    this.#before = new TypePrinter(service, compared);
    this.#after = new TypePrinter(service, inRequests(compared, requests));
  }

  of(declaration: Declaration): readonly TypeText[] {
    const before = this.#before.declaration(declaration);
    const after = this.#after.declaration(declaration);
    return this.#printer
      .declaration(declaration)
      .map((text, index) => this.#variant(text, changes(before[index], after[index])));
  }

  /** @param changed names of properties. */
  #variant({ name: typeName = '', union, properties = [] }: TypeText, changed: ReadonlySet<string>): TypeText {
    const doc = [`\`${typeName}\` in requests.`];
    const name = this.#requests.sentName(typeName);
    if (union !== undefined) return { doc, code: [listedUnion(`export type ${name} =`, union)] };
    const keys = [...changed].map((one) => stringLiteral(one.replace('?', ''))).join(' | ');
    const base = `Omit<${typeName}, ${keys}>`;
    const fits = `export interface ${name} extends ${base} {`.length <= 120;
    if (changed.size === properties.length || !fits) return { doc, name, properties: properties.map(withoutDoc) };
    this.#file.type(typeName);
    const others = properties.filter((one) => changed.has(one.name));
    return { doc, name, base, properties: others.map(withoutDoc) };
  }
}

function changes(before: TypeText | undefined, after: TypeText | undefined): ReadonlySet<string> {
  const old = new Map(before?.properties?.map((one) => [one.name, one.type()]));
  const changed = after?.properties?.filter((one) => old.get(one.name) !== one.type()) ?? [];
  return new Set(changed.map(({ name }) => name));
}

function withoutDoc(one: PropertyText): PropertyText {
  return { ...one, doc: [] };
}

function declarationText({ doc, code, name, base, properties = [] }: TypeText): string {
  const body: readonly Code[] = code ?? [
    properties.length === 0
      ? line(`export type ${name} = Record<never, never>;`)
      : block(
          `export interface ${name}${base === undefined ? '' : ` extends ${base}`} {`,
          properties.flatMap(propertyCode),
          '}',
        ),
  ];
  return `\n${codeText([{ kind: 'doc', paragraphs: doc }, ...body])}`;
}

function propertyCode({ doc, name, type }: PropertyText): readonly Code[] {
  return [{ kind: 'doc', paragraphs: doc }, line(`${name}: ${type()};`)];
}

/** A simple type: the union of its enumerated values, otherwise its base with the facets in its doc comment. */
function alias(declaration: SimpleDeclaration, file: GeneratedFile): readonly Code[] {
  const { typeName, doc, definition } = declaration;
  const facets = definition.kind === 'restriction' ? definition.facets : {};
  const meanings = (facets.enumeration ?? []).flatMap(({ value, doc: meaning }) =>
    meaning === undefined ? [] : [`- \`${value}\`: ${meaning}`],
  );
  const comment = [doc, ...meanings, facetsText(definition), ...lifeCycleTags(declaration)];
  return [{ kind: 'doc', paragraphs: comment }, listedUnion(`export type ${typeName} =`, valueTexts(definition, file))];
}

class TypePrinter {
  readonly #service: ResolvedService;
  readonly #file: TypeNames;
  readonly #messageDocs: ReadonlyMap<string, string>;

  constructor(service: ResolvedService, file: TypeNames) {
    this.#service = service;
    this.#file = file;
    this.#messageDocs = messageDocs(service);
  }

  declaration(declaration: Declaration): readonly TypeText[] {
    switch (declaration.kind) {
      case 'structure':
        return [this.#structure(declaration), ...this.#mixedItem(declaration)];
      case 'group-type': {
        const properties = declaration.members.map((member) => this.#member(member));
        return [{ doc: [declaration.doc], name: declaration.typeName, properties }];
      }
      case 'choice-type':
        return [this.#choice(declaration)];
      case 'polymorphic':
        return [this.#polymorphic(declaration)];
    }
  }

  /** The type of an item of mixed content. */
  #mixedItem({ content, typeName }: Structure): readonly TypeText[] {
    if (content.kind !== 'mixed') return [];
    const items = ['string', ...mixedCases(content.members).map((member) => this.#case(member))];
    return [
      {
        doc: [`Text in ${typeName}, or an element between it.`],
        name: content.typeName,
        union: items,
        code: [listedUnion(`export type ${content.typeName} =`, items)],
      },
    ];
  }

  #structure(structure: Structure): TypeText {
    const { typeName, doc, discriminant } = structure;
    const used = (this.#service.returnedBy.get(discriminant?.value ?? typeName) ?? []).map((name) => `\`${name}\``);
    const returned = used.length === 0 ? undefined : `Returned by ${used.join(', ')}.`;
    return {
      doc: [this.#messageDocs.get(typeName), doc, returned, ...lifeCycleTags(structure)],
      name: typeName,
      properties: [
        ...(discriminant === undefined ? [] : [discriminantProperty(discriminant)]),
        ...structure.attributes.map((attribute) => this.#attribute(attribute)),
        ...(structure.anyAttribute === undefined ? [] : [this.#anyAttribute(structure.anyAttribute)]),
        ...this.#content(structure),
      ],
    };
  }

  #content({ content }: Structure): readonly PropertyText[] {
    switch (content.kind) {
      case 'fields':
        return content.fields.map((field) => this.#member(field));
      case 'particles':
        return content.members.map((member) => this.#member(member));
      case 'text':
        return [this.#text(content.text)];
      case 'mixed':
        return [
          property(['Text and elements in their order.'], '$content', () => `${this.#file.type(content.typeName)}[]`),
        ];
    }
  }

  #member(member: Member): PropertyText {
    const sensitive = member.kind === 'field' && member.sensitive;
    const notes = [member.doc, occursText(member), sensitiveTag(sensitive), ...lifeCycleTags(member)];
    const mark = mayBeAbsent(member, this.#file) ? '?' : '';
    return property(notes, `${member.property}${mark}`, () => memberText(member, this.#file));
  }

  #attribute(attribute: AttributeMember): PropertyText {
    const { property: name, type, required, doc, sensitive } = attribute;
    const { fallback } = type;
    const otherwise =
      fallback === undefined
        ? undefined
        : fallback.kind === 'fixed'
          ? `Always \`${fallback.text}\`.`
          : `\`${fallback.text}\` where it is absent.`;
    const text = (): string => valueText(type, this.#file);
    const notes = [doc, otherwise, sensitiveTag(sensitive), ...lifeCycleTags(attribute)];
    return required ? property(notes, name, text) : property(notes, `${name}?`, () => `${text()} | undefined`);
  }

  #anyAttribute({ property: name, doc }: AnyAttributeMember): PropertyText {
    const notes = [doc ?? 'Attributes beside those above.'];
    const list = (): string => `${this.#file.runtimeType('AnyAttribute')}[]`;
    return this.#file.isRequest
      ? property(notes, `${name}?`, () => `${list()} | undefined`)
      : property(notes, name, list);
  }

  #text({ property: name, type, sensitive, doc }: TextMember): PropertyText {
    return property([doc, sensitiveTag(sensitive)], name, () => valueText(type, this.#file));
  }

  #choice({ typeName, doc, cases }: ChoiceType): TypeText {
    const members = cases.map((member) => this.#case(member));
    const union = members.length === 0 ? ['never'] : members;
    return {
      doc: [doc],
      name: typeName,
      union,
      code: [listedUnion(`export type ${typeName} =`, union)],
    };
  }

  #case(member: Member): string {
    return `{ case: ${stringLiteral(member.property)}; value: ${presentText(member, this.#file)} }`;
  }

  #polymorphic({ typeName, doc, members }: PolymorphicType): TypeText {
    const names = members.map((member) => this.#file.type(member.typeName));
    const union = names.length === 0 ? ['never'] : names;
    return {
      doc: [doc],
      name: typeName,
      union,
      code: [listedUnion(`export type ${typeName} =`, union)],
    };
  }
}

/** Every element of mixed content, each once. */
export function mixedCases(members: readonly Member[]): readonly Member[] {
  const found = new Map<string, Member>();
  const visit = (member: Member): void => {
    if (member.kind === 'group') for (const inner of member.group.members) visit(inner);
    else if (member.kind === 'choice') for (const inner of member.choice.cases) visit(inner);
    else if (!found.has(member.property)) found.set(member.property, { ...member, many: false, optional: false });
  };
  for (const member of members) visit(member);
  return [...found.values()];
}

function discriminantProperty({ value, optional }: Discriminant): PropertyText {
  const literal = stringLiteral(value);
  return optional ? property([], '$type?', () => `${literal} | undefined`) : property([], '$type', () => literal);
}

function property(notes: readonly (Paragraph | undefined)[], name: string, type: () => string): PropertyText {
  return { doc: notes, name, type };
}

function sensitiveTag(sensitive: boolean): Paragraph | undefined {
  return sensitive ? { tag: '@sensitive', text: '' } : undefined;
}

/** The number of items, where the type does not tell it. */
function occursText({ many, least, most }: Member): string | undefined {
  if (!many || (least === 0 && most === 'unbounded')) return undefined;
  return `${countText(least, most === 'unbounded' ? undefined : most, 'item')}.`;
}

/** Docs of the interfaces of messages, by their names. */
function messageDocs(service: ResolvedService): ReadonlyMap<string, string> {
  const docs = new Map<string, string>();
  for (const { name, doc, input, output } of service.operations) {
    const request = `Request of \`${name}\`${doc === undefined ? '.' : `: ${doc}`}`;
    if (input.structure !== undefined) docs.set(input.structure.typeName, request);
    if (output?.structure !== undefined) docs.set(output.structure.typeName, `Response of \`${name}\`.`);
  }
  return docs;
}
