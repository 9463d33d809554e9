import {
  type AttributeMember,
  type Contract,
  type Declaration,
  type Field,
  type Member,
  type ResolvedBody,
  type ResolvedService,
  resolveService,
  rootOf,
  type SimpleDefinition,
  type SimpleValue,
  type Structure,
  type ValueType,
} from '../contract/index.ts';
import { fieldsIn, membersOf } from './codec/content.ts';
import type { Reading } from './file.ts';

/** A contract as the emitters take it. If clients are tolerant, enumerations of texts in responses are open. */
export function serviceFor(contract: Contract, reading: Reading = 'standard'): ResolvedService {
  const service = resolveService(contract);
  return reading === 'tolerant' ? new Opening(service).service() : service;
}

/**
 * Opens the enumerations of all types that a response can hold. A property that occurs in requests alone keeps its type, and
 * values that a client or server writes are always checked.
 */
class Opening {
  readonly #service: ResolvedService;
  readonly #declarations: ReadonlyMap<string, Declaration>;
  /** Names of enumerations of texts. */
  readonly #enumerations: ReadonlySet<string>;
  /** Names of the types in responses. */
  readonly #read: ReadonlySet<string>;

  constructor(service: ResolvedService) {
    this.#service = service;
    const { messages, declarations, simpleTypes } = service;
    this.#declarations = new Map([...messages, ...declarations].map((one) => [one.typeName, one]));
    const enumerations = simpleTypes.filter(({ definition }) => isEnumeration(definition));
    this.#enumerations = new Set(enumerations.map(({ typeName }) => typeName));
    this.#read = this.#typesOfResponses();
  }

  service(): ResolvedService {
    const service = this.#service;
    const returned = new Set(service.operations.flatMap(({ headers }) => headers.output.map(({ header }) => header)));
    const headers = new Map(
      service.headers.map((header) => [
        header,
        returned.has(header) ? { ...header, type: this.#type(header.type) } : header,
      ]),
    );
    const faults = new Map(service.faults.map((fault) => [fault, { ...fault, type: this.#type(fault.type) }]));
    return {
      ...service,
      messages: service.messages.map((one) => this.#declaration(one)),
      declarations: service.declarations.map((one) => this.#declaration(one)),
      headers: [...headers.values()],
      faults: [...faults.values()],
      operations: service.operations.map((operation) => ({
        ...operation,
        output: operation.output && this.#body(operation.output),
        result: operation.result && this.#field(operation.result),
        headers: {
          input: operation.headers.input.map((use) => ({ ...use, header: headers.get(use.header) ?? use.header })),
          output: operation.headers.output.map((use) => ({ ...use, header: headers.get(use.header) ?? use.header })),
        },
        faults: operation.faults.map((fault) => faults.get(fault) ?? fault),
      })),
    };
  }

  #typesOfResponses(): ReadonlySet<string> {
    const { operations, faults } = this.#service;
    const found = new Set<string>();
    const add = (type: ValueType | undefined): void => {
      if (type?.kind === 'record') found.add(type.typeName);
    };
    for (const { output, headers } of operations) {
      add(output?.type);
      for (const { header } of headers.output) add(header.type);
    }
    for (const { type } of faults) add(type);
    // The loop also visits the types that it adds.
    for (const typeName of found) {
      const declaration = this.#declarations.get(typeName);
      if (declaration?.kind === 'polymorphic') for (const member of declaration.members) found.add(member.typeName);
      const members = declaration?.kind === 'structure' ? membersOf(declaration) : [];
      for (const { type } of fieldsIn(members)) add(type);
      addInner(members, found);
    }
    return found;
  }

  #declaration(declaration: Declaration): Declaration {
    if (!this.#read.has(declaration.typeName)) return declaration;
    switch (declaration.kind) {
      case 'structure':
        return this.#structure(declaration);
      case 'choice-type':
        return { ...declaration, cases: this.#members(declaration.cases) };
      case 'group-type':
        return { ...declaration, members: this.#members(declaration.members) };
      case 'polymorphic':
        return declaration;
    }
  }

  #structure(structure: Structure): Structure {
    const { attributes, content } = structure;
    const opened = { ...structure, attributes: attributes.map((attribute) => this.#attribute(attribute)) };
    switch (content.kind) {
      case 'fields':
        return { ...opened, content: { ...content, fields: content.fields.map((field) => this.#field(field)) } };
      case 'text':
        return { ...opened, content: { ...content, text: { ...content.text, type: this.#simple(content.text.type) } } };
      default:
        return { ...opened, content: { ...content, members: this.#members(content.members) } };
    }
  }

  #members(members: readonly Member[]): readonly Member[] {
    return members.map((member) => this.#member(member));
  }

  #member(member: Member): Member {
    switch (member.kind) {
      case 'field':
        return this.#field(member);
      case 'choice':
        return { ...member, choice: { ...member.choice, cases: this.#members(member.choice.cases) } };
      case 'group':
        return { ...member, group: { ...member.group, members: this.#members(member.group.members) } };
      case 'any':
        return member;
    }
  }

  #body(body: ResolvedBody): ResolvedBody {
    return { ...body, type: this.#type(body.type), structure: body.structure && this.#structure(body.structure) };
  }

  #attribute(attribute: AttributeMember): AttributeMember {
    return { ...attribute, type: this.#simple(attribute.type) };
  }

  #field(field: Field): Field {
    return { ...field, type: this.#type(field.type) };
  }

  #type(type: ValueType): ValueType {
    return type.kind === 'simple' ? this.#simple(type) : type;
  }

  #simple(type: SimpleValue): SimpleValue {
    const isOpen =
      type.declared !== undefined && this.#enumerations.has(type.declared) && type.fallback?.kind !== 'fixed';
    return isOpen ? { ...type, open: true } : type;
  }
}

/** Adds the names of the choices and groups in a content model. */
function addInner(members: readonly Member[], found: Set<string>): void {
  for (const member of members) {
    if (member.kind === 'choice') {
      found.add(member.choice.typeName);
      addInner(member.choice.cases, found);
    } else if (member.kind === 'group') {
      found.add(member.group.typeName);
      addInner(member.group.members, found);
    }
  }
}

function isEnumeration(definition: SimpleDefinition): boolean {
  if (definition.kind === 'declared') return isEnumeration(definition.definition);
  if (definition.kind !== 'restriction' || rootOf(definition)?.representation !== 'string') return false;
  return definition.facets.enumeration !== undefined || isEnumeration(definition.base);
}
