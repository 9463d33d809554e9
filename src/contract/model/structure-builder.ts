import { Declarations } from './declarations.ts';
import { elementsLeftOut } from './encoded-members.ts';
import { type EncodedTypes, encodedTypesOf, isSoapEncoding, schemaTypeOf } from './encoded-types.ts';
import { EncodedValues } from './encoded-values.ts';
import {
  anyAttributeOf,
  attributesOf,
  baseOf,
  hasHead,
  isAbstract,
  polymorphicMember,
  polymorphicType,
} from './inheritance.ts';
import { lifeCycleOf } from './life-cycle.ts';
import type { Lookup, NamedComplexType } from './lookup.ts';
import {
  areDistinct,
  asCase,
  attributeMember,
  canBeAbsent,
  choiceMember,
  fieldOf,
  groupMember,
  memberBase,
  once,
  withFallback,
} from './members.ts';
import type {
  AttributeUse,
  ComplexType,
  Contract,
  ElementDeclaration,
  GlobalElement,
  GroupParticle,
  GroupReference,
  LocalElement,
  NamedType,
  Occurs,
  Particle,
  QName,
  TypeReference,
} from './model.ts';
import {
  componentNameOf,
  groupPropertyOf,
  groupTypeNameOf,
  innerNameOf,
  particleNameOf,
  propertyNameOf,
  substitutionNameOf,
  typeNameOf,
} from './naming.ts';
import { memberParticles, outermostParticles } from './property-particles.ts';
import { nameKey, xsd } from './qualified-name.ts';
import type {
  AnyAttributeMember,
  ArrayValue,
  AttributeMember,
  ChoiceType,
  Declaration,
  Discriminant,
  Field,
  GroupType,
  Member,
  SimpleDeclaration,
  Structure,
  StructureContent,
  TextMember,
  ValueType,
} from './resolved-structures.ts';
import { SimpleDefinitions } from './simple-definitions.ts';

/** Builds the resolved structures of a contract, each once. A nested declaration follows the one that contains it. */
export class StructureBuilder {
  readonly #contract: Contract;
  readonly #lookup: Lookup;
  readonly #declarations: Declarations;
  readonly #simpleTypes: SimpleDefinitions;
  readonly #members: Map<ComplexType, readonly Member[]> = new Map();
  readonly #groups: Map<string, ChoiceType | GroupType> = new Map();
  readonly #elementTypes: Map<ComplexType, string> = new Map();
  readonly #heads: Map<ComplexType, boolean> = new Map();
  readonly #encodedTypes: EncodedTypes | undefined;
  /** Elements without which an encoded value is valid. */
  readonly #leftOut: Set<LocalElement>;
  #needsPrefixes: boolean;
  readonly #encodedValues: EncodedValues;

  constructor(contract: Contract, lookup: Lookup) {
    this.#contract = contract;
    this.#lookup = lookup;
    this.#declarations = new Declarations(contract.targetNamespace);
    this.#encodedTypes = encodedTypesOf(contract);
    this.#leftOut = new Set(elementsLeftOut(contract));
    // xsi:type names a type in no namespace without a prefix.
    this.#needsPrefixes = contract.schemas.some(({ targetNamespace }) => targetNamespace === '');
    this.#simpleTypes = new SimpleDefinitions(lookup, contract.options, this.#encodedTypes);
    this.#encodedValues = new EncodedValues(this.#simpleTypes, (reference, of, typeName) =>
      this.#valueOf(reference, of, typeName),
    );
  }

  /** Whether a default namespace would apply to names that it must not apply to, in the structures built until now. */
  get needsPrefixes(): boolean {
    return this.#needsPrefixes;
  }

  /** All declarations until now, in output order. */
  get declared(): readonly Declaration[] {
    return this.#declarations.all;
  }

  /** Simple types, each after its dependencies. */
  get simpleTypes(): readonly SimpleDeclaration[] {
    return this.#simpleTypes.declared;
  }

  /** The arrays of encoded messages, each after the arrays in it. */
  get arrays(): readonly ArrayValue[] {
    return this.#encodedValues.arrays;
  }

  /** Declares all named components, in the contract's order. */
  declareNamed(): void {
    for (const { elements, groups, types, targetNamespace } of this.#contract.schemas) {
      if (this.#encodedTypes !== undefined && isSoapEncoding(targetNamespace)) continue;
      for (const type of types) {
        if (this.#encodedTypes?.isDeclared(type.name) === false) continue;
        if (type.kind === 'simple') this.#simpleTypes.declare(type);
        else this.#namedType(type);
      }
      for (const group of groups) this.#group(group.name);
      for (const element of elements) if (this.#isHead(element)) this.#substitution(element);
    }
  }

  /** Declares an anonymous complex type. */
  structure(type: ComplexType, typeName: string): Structure {
    return this.#declarations.declare(() => this.#structureOf(type, typeName, typeName, undefined));
  }

  /** Fields that are not of a complex type: the parts of a message in rpc style. */
  fields(particles: readonly Particle[], typeName: string): Structure {
    const particle: GroupParticle = { kind: 'sequence', occurs: once, particles };
    const type: ComplexType = {
      kind: 'complex',
      abstract: false,
      mixed: false,
      content: { kind: 'elements', particle },
      attributes: [],
      attributeGroups: [],
    };
    return this.structure(type, typeName);
  }

  /** The value of an element. @param typeName of its type in TypeScript, if that is anonymous. */
  valueOf(element: ElementDeclaration, typeName: string): ValueType {
    const value = this.#valueOf(element.type, element, typeName);
    return value.kind === 'simple' ? withFallback(value, element) : value;
  }

  /** Whether the value of an element can be nil. */
  isNillable(element: ElementDeclaration): boolean {
    return element.nillable || this.#encodedTypes?.isNillable(element) === true;
  }

  /** Whether the value of an encoded element can be null although its declaration does not say so. */
  mayBeLeftOut(element: ElementDeclaration): boolean {
    return this.#encodedTypes?.mayBeLeftOut(element) === true;
  }

  /** Makes a part of an encoded message optional if its value can be null. */
  leaveOut(part: LocalElement): void {
    if (this.mayBeLeftOut(part)) this.#leftOut.add(part);
  }

  globalValue(element: GlobalElement): ValueType {
    return this.#declarations.inNamespaceOf(element.name, () => this.valueOf(element, componentNameOf(element)));
  }

  #namedType(type: NamedComplexType): void {
    this.#declarations.inNamespaceOf(type.name, () => this.#declareType(type));
  }

  #declareType(type: NamedComplexType): void {
    const typeName = typeNameOf(type);
    const isBase = this.#lookup.derived(type.name).length > 0;
    if (isBase) this.#declarations.declare(() => polymorphicType(type, this.#lookup));
    if (isAbstract(type, this.#lookup)) return;
    const isAlone = !isBase && type.derivation === undefined;
    const itself = isAlone ? { typeName, discriminant: undefined } : polymorphicMember(type, this.#lookup);
    this.#declarations.declare(() => this.#structureOf(type, itself.typeName, typeName, itself.discriminant));
  }

  /** @param owner prefix of the names of anonymous types in it. */
  #structureOf(type: ComplexType, typeName: string, owner: string, discriminant: Discriminant | undefined): Structure {
    const attributes = attributesOf(type, this.#lookup);
    return {
      kind: 'structure',
      typeName,
      doc: type.doc,
      ...lifeCycleOf(type),
      name: type.name,
      discriminant,
      abstract: type.abstract,
      head: this.#hasHead(type),
      attributes: attributes.map(({ use, declaredBy }) =>
        this.#attribute(use, declaredBy === type ? owner : ownerOf(declaredBy, owner)),
      ),
      anyAttribute: this.#anyAttributeOf(type),
      content: this.#contentOf(type, owner),
    };
  }

  /** Once for each type, not for each field of it: inherited attributes are searched too. */
  #hasHead(type: ComplexType): boolean {
    const known = this.#heads.get(type);
    if (known !== undefined) return known;
    const head = hasHead(type, this.#lookup);
    this.#heads.set(type, head);
    return head;
  }

  #contentOf(type: ComplexType, owner: string): StructureContent {
    const text = this.#textContent(type, owner);
    if (text !== undefined) return text;
    if (type.mixed) return this.#mixed(type, owner);
    const members = this.#allMembers(type, owner);
    const fields = members.filter((member) => member.kind === 'field');
    const isPlain = fields.length === members.length && areDistinct(fields);
    const { content } = type;
    const order = content.kind === 'elements' && content.particle.kind === 'all' ? 'all' : 'sequence';
    return isPlain ? { kind: 'fields', order, fields } : { kind: 'particles', members };
  }

  /** TypeScript has one list of items; choices and groups are part of the content model only, and need no types. */
  #mixed(type: ComplexType, owner: string): StructureContent {
    const members = this.#declarations.dropGroups(() => this.#allMembers(type, owner));
    return { kind: 'mixed', members, typeName: innerNameOf(owner, 'content') };
  }

  /** Text content of the type or of the type that it extends. */
  #textContent(type: ComplexType, owner: string): Extract<StructureContent, { kind: 'text' }> | undefined {
    const { content } = type;
    if (content.kind === 'simple') {
      const property = content.typeScriptName ?? this.#inheritedText(type)?.property ?? '$text';
      const value = this.#simpleTypes.valueOf(content.type, content, innerNameOf(owner, 'text'));
      return { kind: 'text', text: { property, type: value, sensitive: content.sensitive, doc: content.doc } };
    }
    const base = baseOf(type, this.#lookup);
    if (content.kind !== 'empty' || base === undefined || type.derivation?.method !== 'extension') return undefined;
    return this.#textContent(base, typeNameOf(base));
  }

  #inheritedText(type: ComplexType): TextMember | undefined {
    const base = baseOf(type, this.#lookup);
    return base && this.#textContent(base, typeNameOf(base))?.text;
  }

  /** Inherited members first. */
  #allMembers(type: ComplexType, owner: string): readonly Member[] {
    const base = type.derivation?.method === 'extension' ? baseOf(type, this.#lookup) : undefined;
    const inherited = base === undefined ? [] : this.#allMembers(base, typeNameOf(base));
    return [...inherited, ...this.#ownMembers(type, owner)];
  }

  #ownMembers(type: ComplexType, owner: string): readonly Member[] {
    const existing = this.#members.get(type);
    if (existing !== undefined) return existing;
    const { content } = type;
    const members =
      content.kind === 'elements'
        ? this.#declarations.inNamespaceOf(type.name, () => this.#outermost(content.particle, owner))
        : [];
    this.#members.set(type, members);
    return members;
  }

  #outermost(particle: Particle, owner: string): readonly Member[] {
    const members = outermostParticles(particle).flatMap((one) => this.#member(one, owner));
    const isOptional = particle.kind === 'all' && particle.occurs.min === 0;
    return isOptional ? members.map((member) => ({ ...member, optional: true })) : members;
  }

  /** Empty for a particle with maxOccurs 0. */
  #member(particle: Particle, owner: string): readonly Member[] {
    const { occurs } = particle;
    if (occurs.max === 0) return [];
    switch (particle.kind) {
      case 'element':
        return [this.#field(particle.element, occurs, owner)];
      case 'elementReference': {
        const element = this.#lookup.element(particle.name);
        const property = particleNameOf(particle, propertyNameOf(element));
        if (this.#isHead(element)) {
          return [choiceMember(this.#substitution(element), property, occurs, particle)];
        }
        const value = this.globalValue(element);
        if (element.name.namespace === '') this.#needsPrefixes = true;
        const nillable = this.isNillable(element);
        return [{ ...fieldOf(element, value, occurs), nillable, property, doc: particle.doc ?? element.doc }];
      }
      case 'any': {
        const property = particleNameOf(particle, '$any');
        const base = memberBase(property, occurs, particle);
        return [{ kind: 'any', ...base, wildcard: particle.wildcard, targetNamespace: this.#declarations.namespace }];
      }
      case 'groupReference': {
        const group = this.#group(particle.name);
        const property = particleNameOf(particle, group.typeName);
        return [groupOrChoice(group, property, particle)];
      }
      default:
        return isEmptyGroup(particle) ? [] : [this.#innerGroup(particle, owner)];
    }
  }

  #innerGroup(particle: GroupParticle, owner: string): Member {
    const property = particleNameOf(particle, groupPropertyOf(particle));
    const typeName = groupTypeNameOf(particle, owner);
    const type = this.#declarations.declare(() => this.#groupType(particle, typeName, particle.doc));
    return groupOrChoice(type, property, particle);
  }

  #groupType(particle: GroupParticle, typeName: string, doc: string | undefined): ChoiceType | GroupType {
    const members = memberParticles(particle).flatMap((one) => this.#member(one, typeName));
    return particle.kind === 'choice'
      ? { kind: 'choice-type', typeName, doc, cases: members.map(asCase), mayBeEmpty: members.some(canBeAbsent) }
      : { kind: 'group-type', typeName, doc, members };
  }

  #group(name: QName): ChoiceType | GroupType {
    const key = nameKey(name);
    const existing = this.#groups.get(key);
    if (existing !== undefined) return existing;
    const group = this.#lookup.group(name);
    const typeName = componentNameOf(group);
    const type = this.#declarations.share(() =>
      this.#declarations.inNamespaceOf(name, () =>
        this.#declarations.declare(() => this.#groupType(group.particle, typeName, group.doc)),
      ),
    );
    this.#groups.set(key, type);
    return type;
  }

  #isHead(element: GlobalElement): boolean {
    return this.#lookup.substitutes(element.name).length > 0;
  }

  /** The elements of a substitution group that a message can contain. If all are abstract, they are taken as concrete. */
  #concrete(head: GlobalElement): readonly GlobalElement[] {
    const all = [head, ...this.#lookup.substitutes(head.name)];
    const concrete = all.filter(({ abstract }) => !abstract);
    return concrete.length > 0 ? concrete : all;
  }

  /** The members of a substitution group as a choice. */
  #substitution(head: GlobalElement): ChoiceType {
    const key = `element ${nameKey(head.name)}`;
    const existing = this.#groups.get(key);
    if (existing?.kind === 'choice-type') return existing;
    // Registered before its cases are built, since they can refer to it.
    const cases: Member[] = [];
    const choice: ChoiceType = {
      kind: 'choice-type',
      typeName: substitutionNameOf(head),
      doc: head.doc,
      cases,
      mayBeEmpty: false,
    };
    this.#groups.set(key, choice);
    const build = (): ChoiceType => {
      cases.push(...this.#concrete(head).map((element) => fieldOf(element, this.globalValue(element), once)));
      return choice;
    };
    return this.#declarations.share(() => this.#declarations.declare(build));
  }

  #field(element: LocalElement, occurs: Occurs, owner: string): Field {
    if (element.name.namespace === '') this.#needsPrefixes = true;
    const value = this.valueOf(element, innerNameOf(owner, propertyNameOf(element)));
    const isLeftOut = this.#leftOut.has(element);
    const field = fieldOf(element, value, isLeftOut ? { ...occurs, min: 0 } : occurs);
    return { ...field, nillable: this.isNillable(element), ...(isLeftOut && occurs.min > 0 && { nilIfAbsent: true }) };
  }

  #valueOf(reference: TypeReference, of: ElementDeclaration, typeName: string): ValueType {
    const encoded = this.#encodedTypes?.find(reference);
    const value =
      encoded === undefined
        ? this.#literalValue(reference, of, typeName)
        : this.#encodedValues.valueOf(encoded, of, typeName);
    if (this.#encodedTypes === undefined || value.kind !== 'simple') return value;
    const schemaType = schemaTypeOf(reference);
    return reference.kind === 'named' ? { ...value, schemaType } : { ...value, schemaType, isUnnamed: true };
  }

  #literalValue(reference: TypeReference, of: ElementDeclaration, typeName: string): ValueType {
    const type = reference.kind === 'anonymous' ? reference.type : this.#type(reference.name);
    if (type === undefined) return { kind: 'any' };
    if (!('kind' in type) || type.kind === 'simple') return this.#simpleTypes.valueOf(reference, of, typeName);
    if (type.name !== undefined) {
      return { kind: 'record', typeName: typeNameOf({ ...type, name: type.name }), head: this.#hasHead(type) };
    }
    const existing = this.#elementTypes.get(type);
    if (existing === undefined) {
      this.#elementTypes.set(type, typeName);
      this.structure(type, typeName);
    }
    return { kind: 'record', typeName: existing ?? typeName, head: this.#hasHead(type) };
  }

  /** Undefined for anyType. */
  #type(name: QName): NamedType | { readonly builtIn: true } | undefined {
    if (name.namespace !== xsd) return this.#lookup.type(name);
    return name.local === 'anyType' ? undefined : { builtIn: true };
  }

  #attribute(use: AttributeUse, owner: string): AttributeMember {
    if (use.name.namespace === this.#contract.targetNamespace && use.name.namespace !== '') this.#needsPrefixes = true;
    return attributeMember(use, owner, this.#lookup, this.#simpleTypes);
  }

  #anyAttributeOf(type: ComplexType): AnyAttributeMember | undefined {
    const wildcard = anyAttributeOf(type, this.#lookup);
    if (wildcard === undefined) return undefined;
    return {
      property: particleNameOf(wildcard, '$attributes'),
      wildcard,
      targetNamespace: this.#declarations.namespace,
      doc: wildcard.doc,
    };
  }
}

/** Prefix of the names of anonymous types of an attribute. */
function ownerOf({ name, typeScriptName }: ComplexType, fallback: string): string {
  return name === undefined ? fallback : componentNameOf({ name, typeScriptName });
}

function groupOrChoice(
  type: ChoiceType | GroupType,
  property: string,
  particle: GroupParticle | GroupReference,
): Member {
  return type.kind === 'choice-type'
    ? choiceMember(type, property, particle.occurs, particle)
    : groupMember(type, property, particle.occurs, particle);
}

/** Whether no element can be in a group. A choice of nothing is taken as empty too, since no message could be valid. */
function isEmptyGroup({ particles }: GroupParticle): boolean {
  return particles.every((one) => one.occurs.max === 0 || ('particles' in one && isEmptyGroup(one)));
}
