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
import { codeText, listedUnion } from './code.ts';
import { deprecatedTag, docComment, type Paragraph, sinceTag } from './doc.ts';
import { countText, facetsText } from './facets.ts';
import { type EmitOptions, type Printing, specifierOf } from './file.ts';
import { importedTypes, runtimeImport } from './imported-types.ts';
import { stringLiteral } from './literal.ts';
import { soleResults } from './operation-types.ts';
import { partOf } from './parts.ts';
import { valueTexts } from './simple-types.ts';
import { Imports, memberText, presentText, type Qualifiers, recordText, runtimeText, valueText } from './type-text.ts';
import type { DeclarationView, PropertyView, TypesView } from './views.ts';

/** types.ts: an interface or a union for each request, response, record, choice and simple type of the contract. */
export function printTypes(service: ResolvedService, { source }: EmitOptions): Printing<TypesView> {
  const imports = new Imports();
  const qualifiers: Qualifiers = { records: '', runtime: '', imports };
  const aliases = service.simpleTypes.map((type) => alias(type, qualifiers));
  const all = declarationsOf(service);
  return {
    pieces: printed(all, new TypePrinter(service, qualifiers)),
    around: () => ({
      source,
      runtimeTypes: runtimeImport(imports.runtime),
      imports: [],
      aliases,
      hasDeclarations: all.length > 0,
    }),
  };
}

/** types.ts in parts, whose names are told apart by `partOf`. */
export function printTypesParts(
  service: ResolvedService,
  { source, importExtension, parts = 1 }: EmitOptions,
): readonly Printing<TypesView>[] {
  const all = declarationsOf(service);
  return Array.from({ length: parts }, (_, part) => {
    const isHere = ({ typeName }: { readonly typeName: string }): boolean => partOf(typeName, parts) === part;
    const imports = new Imports();
    const qualifiers: Qualifiers = { records: '', runtime: '', imports };
    const aliases = service.simpleTypes.filter(isHere).map((type) => alias(type, qualifiers));
    const here = all.filter(isHere);
    return {
      pieces: printed(here, new TypePrinter(service, qualifiers)),
      around: () => {
        for (const typeName of imports.records) if (partOf(typeName, parts) === part) imports.records.delete(typeName);
        return {
          source,
          runtimeTypes: runtimeImport(imports.runtime),
          imports: importedTypes(imports, specifierOf('../types', importExtension)),
          aliases,
          hasDeclarations: here.length > 0,
        };
      },
    };
  });
}

/** Without the responses that hold nothing but a result. */
function declarationsOf(service: ResolvedService): readonly Declaration[] {
  const results = soleResults(service);
  return [...service.messages.filter(({ typeName }) => !results.has(typeName)), ...service.declarations];
}

/** The text of each, behind an empty line but for the first. */
function* printed(declarations: readonly Declaration[], printer: TypePrinter): Generator<string> {
  let before = '';
  for (const declaration of declarations) {
    for (const view of printer.declaration(declaration)) {
      yield declarationText(view, before);
      before = '\n';
    }
  }
}

function declarationText({ doc, code, name, properties = [] }: DeclarationView, before: string): string {
  const parts = [before];
  for (const line of doc) parts.push(line, '\n');
  if (code !== undefined) parts.push(codeText(code));
  else if (properties.length === 0) parts.push('export interface ', name ?? '', ' {}\n');
  else {
    parts.push('export interface ', name ?? '', ' {\n');
    for (const property of properties) {
      for (const line of property.doc) parts.push('  ', line, '\n');
      parts.push('  ', property.name, ': ', property.type, ';\n');
    }
    parts.push('}\n');
  }
  return parts.join('');
}

/** A simple type: its values where they are listed, else what its base is, with what it must hold. */
function alias({ typeName, doc, deprecated, definition }: SimpleDeclaration, qualifiers: Qualifiers): DeclarationView {
  const facets = definition.kind === 'restriction' ? definition.facets : {};
  const meanings = (facets.enumeration ?? []).flatMap(({ value, doc: meaning }) =>
    meaning === undefined ? [] : [`- \`${value}\`: ${meaning}`],
  );
  return {
    doc: docComment([doc, ...meanings, facetsText(definition), deprecatedTag(deprecated)], 0),
    code: [listedUnion(`export type ${typeName} =`, valueTexts(definition, qualifiers))],
  };
}

class TypePrinter {
  readonly #service: ResolvedService;
  readonly #qualifiers: Qualifiers;
  readonly #messageDocs: ReadonlyMap<string, string>;

  constructor(service: ResolvedService, qualifiers: Qualifiers) {
    this.#service = service;
    this.#qualifiers = qualifiers;
    this.#messageDocs = messageDocs(service);
  }

  declaration(declaration: Declaration): readonly DeclarationView[] {
    switch (declaration.kind) {
      case 'structure':
        return [this.#structure(declaration), ...this.#mixedItem(declaration)];
      case 'group-type': {
        const properties = declaration.members.map((member) => this.#member(member));
        return [{ doc: docComment([declaration.doc], 0), name: declaration.typeName, properties }];
      }
      case 'choice-type':
        return [this.#choice(declaration)];
      case 'polymorphic':
        return [this.#polymorphic(declaration)];
    }
  }

  /** What stands in mixed content. */
  #mixedItem({ content, typeName }: Structure): readonly DeclarationView[] {
    if (content.kind !== 'mixed') return [];
    const items = ['string', ...mixedCases(content.members).map((member) => this.#case(member))];
    return [
      {
        doc: docComment([`Text in ${typeName}, or an element between it.`], 0),
        code: [listedUnion(`export type ${content.typeName} =`, items)],
      },
    ];
  }

  #structure(structure: Structure): DeclarationView {
    const { typeName, doc, deprecated, since, discriminant } = structure;
    const used = (this.#service.returnedBy.get(discriminant?.value ?? typeName) ?? []).map((name) => `\`${name}\``);
    const returned = used.length === 0 ? undefined : `Returned by ${used.join(', ')}.`;
    return {
      doc: docComment([this.#messageDocs.get(typeName), doc, returned, sinceTag(since), deprecatedTag(deprecated)], 0),
      name: typeName,
      properties: [
        ...(discriminant === undefined ? [] : [discriminantProperty(discriminant)]),
        ...structure.attributes.map((attribute) => this.#attribute(attribute)),
        ...(structure.anyAttribute === undefined ? [] : [this.#anyAttribute(structure.anyAttribute)]),
        ...this.#content(structure),
      ],
    };
  }

  #content({ content }: Structure): readonly PropertyView[] {
    switch (content.kind) {
      case 'fields':
        return content.fields.map((field) => this.#member(field));
      case 'particles':
        return content.members.map((member) => this.#member(member));
      case 'text':
        return [this.#text(content.text)];
      case 'mixed':
        return [property(['Text and elements in their order.'], '$content', `${content.typeName}[]`)];
    }
  }

  #member(member: Member): PropertyView {
    const sensitive = member.kind === 'field' && member.sensitive;
    const { doc, deprecated, since } = member;
    const notes = [doc, occursText(member), sensitiveTag(sensitive), sinceTag(since), deprecatedTag(deprecated)];
    return property(notes, `${member.property}${member.optional ? '?' : ''}`, memberText(member, this.#qualifiers));
  }

  #attribute({ property: name, type, required, doc, sensitive, since, deprecated }: AttributeMember): PropertyView {
    const { fallback } = type;
    const otherwise =
      fallback === undefined
        ? undefined
        : fallback.kind === 'fixed'
          ? `Always \`${fallback.text}\`.`
          : `\`${fallback.text}\` where it is absent.`;
    const text = valueText(type, this.#qualifiers);
    const notes = [doc, otherwise, sensitiveTag(sensitive), sinceTag(since), deprecatedTag(deprecated)];
    return required ? property(notes, name, text) : property(notes, `${name}?`, `${text} | undefined`);
  }

  #anyAttribute({ property: name, doc }: AnyAttributeMember): PropertyView {
    return property(
      [doc ?? 'Attributes beside those above.'],
      name,
      `${runtimeText('AnyAttribute', this.#qualifiers)}[]`,
    );
  }

  #text({ property: name, type, sensitive, doc }: TextMember): PropertyView {
    return property([doc, sensitiveTag(sensitive)], name, valueText(type, this.#qualifiers));
  }

  #choice({ typeName, doc, cases }: ChoiceType): DeclarationView {
    const members = cases.map((member) => this.#case(member));
    return {
      doc: docComment([doc], 0),
      code: [listedUnion(`export type ${typeName} =`, members.length === 0 ? ['never'] : members)],
    };
  }

  #case(member: Member): string {
    return `{ case: ${stringLiteral(member.property)}; value: ${presentText(member, this.#qualifiers)} }`;
  }

  #polymorphic({ typeName, doc, members }: PolymorphicType): DeclarationView {
    const names = members.map((member) => recordText(member.typeName, this.#qualifiers));
    return {
      doc: docComment([doc], 0),
      code: [listedUnion(`export type ${typeName} =`, names.length === 0 ? ['never'] : names)],
    };
  }
}

/** Every element that may stand in mixed content, each once. */
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

function discriminantProperty({ value, optional }: Discriminant): PropertyView {
  const literal = stringLiteral(value);
  return optional ? property([], '$type?', `${literal} | undefined`) : property([], '$type', literal);
}

function property(notes: readonly (Paragraph | undefined)[], name: string, type: string): PropertyView {
  return { doc: docComment(notes, 2), name, type };
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
