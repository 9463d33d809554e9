import { contract as kinds, type Spot } from '../../diagnostics/index.ts';
import {
  type ComplexType,
  type ContentModel,
  type ElementDeclaration,
  type ElementModel,
  type GlobalElement,
  type NamedComplexType,
  type NamedType,
  nameKey,
  type Origin,
  particleReference,
  type QName,
  type TypeReference,
  xsd,
} from '../model/index.ts';
import { ancestry, type CheckContext, walk } from './check-context.ts';

/** Reports references to abstract elements and records that have no concrete alternative. */
export function checkAbstract(context: CheckContext): void {
  const { contract, index, marks } = context;
  // Most contracts have nothing abstract.
  const isAbstract = (one: NamedType | GlobalElement): boolean => 'abstract' in one && one.abstract;
  if (!contract.schemas.some(({ types, elements }) => types.some(isAbstract) || elements.some(isAbstract))) return;
  const checkType = (reference: TypeReference, origin: Origin | undefined): void => {
    const type = reference.kind === 'named' ? index.complexType(reference.name) : undefined;
    if (type?.abstract !== true || concreteTypes(type, context).length > 0) return;
    context.add(kinds.abstractRecord, { record: type.name.local }, marks.spotOf(reference) ?? origin);
  };
  walk(contract, {
    element: ({ type, origin }) => checkType(type, origin),
    reference: ({ name, origin }) => {
      const { local: element } = name;
      if (index.element(name)?.abstract !== true || index.substitutes(name).some(({ abstract }) => !abstract)) return;
      context.add(kinds.abstractElement, { element, reason: 'no element substitutes it' }, origin);
    },
  });
  for (const { content, origin } of contract.messages.flatMap(({ parts }) => parts)) {
    if (content.kind === 'type') checkType({ kind: 'named', name: content.type }, origin);
    else if (index.element(content.name)?.abstract === true) {
      const parameters = { element: content.name.local, reason: 'a message cannot contain it' };
      context.add(kinds.abstractElement, parameters, origin ?? index.element(content.name)?.origin);
    }
  }
}

function concreteTypes(type: NamedComplexType, { index }: CheckContext): readonly NamedComplexType[] {
  return [type, ...index.derived(type.name)].filter(({ abstract }) => !abstract);
}

/** A required field that makes each value of a record contain another record, and so on. */
interface RequiredField {
  readonly path: string;
  readonly record: NamedComplexType;
  /** The declared type; any concrete type derived from it would do. */
  readonly type: QName;
  readonly at: Spot | Origin | undefined;
}

/**
 * Reports records whose required content contains themselves, so that no finite value exists. A choice needs one finite
 * case, and a field one finite type among its type and the derived ones. Each cycle is reported once.
 */
export function checkInfinite(context: CheckContext): void {
  const types = context.contract.schemas.flatMap((schema) => schema.types);
  const named = types.filter((type) => type.kind === 'complex' && !type.abstract) as readonly NamedComplexType[];
  const finite = new FiniteRecords(context);
  const records = [...named, ...finite.ofElements.values()];
  finite.findAll(records);
  const visited = new Set<NamedComplexType>();
  for (const start of records) {
    const path: { readonly record: NamedComplexType; readonly field: RequiredField }[] = [];
    for (let record = start; !finite.has(record); ) {
      const first = path.findIndex((step) => step.record === record);
      if (first !== -1) {
        const cycle = path.slice(first);
        const steps = cycle.map((step) => `${step.record.name.local}.${step.field.path}`);
        const parameters = { record: record.name.local, path: [...steps, record.name.local].join(' -> ') };
        context.add(kinds.infiniteRecord, parameters, cycle.at(-1)?.field.at);
        break;
      }
      if (visited.has(record)) break;
      visited.add(record);
      const field = finite.infiniteFieldOf(record, record.name.namespace);
      if (field === undefined) break;
      path.push({ record, field });
      record = field.record;
    }
  }
}

/** Concrete records that have finite values. */
class FiniteRecords {
  /** The anonymous records of global elements, under the names of the elements: they too can contain themselves. */
  readonly ofElements: ReadonlyMap<ElementDeclaration, NamedComplexType>;
  readonly #context: CheckContext;
  readonly #finite: Set<ComplexType> = new Set();

  constructor(context: CheckContext) {
    this.#context = context;
    const elements = context.contract.schemas.flatMap((schema) => schema.elements);
    this.ofElements = new Map(
      elements.flatMap((element) => {
        const { name, type } = element;
        const isRecord = type.kind === 'anonymous' && type.type.kind === 'complex';
        return isRecord ? [[element, { ...(type.type as ComplexType), name }] as const] : [];
      }),
    );
  }

  has(record: ComplexType): boolean {
    return this.#finite.has(record);
  }

  /** Repeats until nothing changes: a choice waits for one case only, and another may be the finite one. */
  findAll(records: readonly NamedComplexType[]): void {
    for (let size = -1; size < this.#finite.size; ) {
      size = this.#finite.size;
      this.#sweep(records.filter((record) => !this.has(record)));
    }
  }

  /** Checks a record again once the record that it waits for is finite. */
  #sweep(records: readonly NamedComplexType[]): void {
    const waiting = new Map<string, NamedComplexType[]>();
    const queue = [...records];
    for (let record = queue.pop(); record !== undefined; record = queue.pop()) {
      if (this.has(record)) continue;
      const field = this.infiniteFieldOf(record, record.name.namespace);
      if (field !== undefined) {
        const key = nameKey(field.type);
        const records = waiting.get(key);
        if (records === undefined) waiting.set(key, [record]);
        else records.push(record);
        continue;
      }
      this.#finite.add(record);
      for (const { name } of ancestry(record, this.#context.index)) {
        const key = name === undefined ? '' : nameKey(name);
        queue.push(...(waiting.get(key) ?? []));
        waiting.delete(key);
      }
    }
  }

  /**
   * The first required field without a finite value, in inherited content first.
   *
   * @param namespace of the schema that declares the record.
   */
  infiniteFieldOf(record: ComplexType, namespace: string): RequiredField | undefined {
    const { index, marks, contents } = this.#context;
    const models = [contents.ofOwn(record, namespace)];
    let type: ComplexType = record;
    for (const base of ancestry(record, index).slice(1) as readonly NamedComplexType[]) {
      if (type.derivation?.method !== 'extension') break;
      if (!base.abstract && this.has(base)) break;
      if (!base.abstract) return { path: '$extends', record: base, type: base.name, at: marks.spotOf(type.derivation) };
      models.unshift(contents.ofOwn(base, base.name.namespace));
      type = base;
    }
    return firstIn(models, (model) => model && this.#inContent(model));
  }

  #inContent(model: ContentModel): RequiredField | undefined {
    if (model.min === 0) return undefined;
    switch (model.kind) {
      case 'any':
        return undefined;
      case 'element':
        return this.#inLeaf(model);
      case 'choice':
        return firstIfAll(model.parts.map((part) => this.#inContent(part)));
      default: {
        const field = firstIn(model.parts, (part) => this.#inContent(part));
        const group = model.particle && particleReference(model.particle);
        return field && group ? { ...field, path: `${group.property ?? group.name.local}.${field.path}` } : field;
      }
    }
  }

  #inLeaf({ particle, declaration, elements, target = '' }: ElementModel): RequiredField | undefined {
    if (declaration === undefined) return undefined;
    const reference = particle && particleReference(particle);
    if (reference === undefined) return this.#inElement(declaration, declaration.name.local, target);
    const concrete = [...elements.values()].filter((element) => !('abstract' in element && element.abstract));
    return firstIfAll(
      concrete.map((element) =>
        this.#inElement(element, reference.property ?? element.name.local, element.name.namespace),
      ),
    );
  }

  /** @param namespace of the schema that declares the element. */
  #inElement(element: ElementDeclaration, name: string, namespace: string): RequiredField | undefined {
    if (element.nillable) return undefined;
    const { index, marks } = this.#context;
    const own = this.ofElements.get(element);
    if (own !== undefined) {
      return this.has(own) ? undefined : { path: name, record: own, type: own.name, at: element.origin };
    }
    if (element.type.kind === 'anonymous') {
      const inner =
        element.type.type.kind === 'complex' ? this.infiniteFieldOf(element.type.type, namespace) : undefined;
      return inner && { ...inner, path: `${name}.${inner.path}` };
    }
    const type = element.type.name.namespace === xsd ? undefined : index.complexType(element.type.name);
    if (type === undefined || this.has(type)) return undefined;
    const concrete = concreteTypes(type, this.#context);
    const [record] = concrete;
    if (record === undefined || concrete.some((one) => this.has(one))) return undefined;
    return { path: name, record, type: element.type.name, at: marks.spotOf(element.type) ?? element.origin };
  }
}

function firstIn<T>(all: readonly T[], fieldOf: (one: T) => RequiredField | undefined): RequiredField | undefined {
  for (const one of all) {
    const field = fieldOf(one);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The first, if none is undefined: all alternatives are infinite. */
function firstIfAll(fields: readonly (RequiredField | undefined)[]): RequiredField | undefined {
  return fields.includes(undefined) ? undefined : fields[0];
}
