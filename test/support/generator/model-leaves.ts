import { fileURLToPath } from 'node:url';
import { type Node, Project, type Type } from 'ts-morph';
import type { Path } from './contract-leaves.ts';

const model = fileURLToPath(new URL('../../../src/contract/model/model.ts', import.meta.url));

/** Walks a contract beside the declarations of the model. */
export interface ModelLeaves {
  /** Each kind of text, number or truth value that the model declares, as `LocalElement.type(named).name`. */
  readonly declared: ReadonlySet<string>;
  /** The kinds that a contract has values of. */
  in(contract: object): ReadonlySet<string>;
  /** One object without each leaf that it could have; `set` gives a copy of the contract the leaf. */
  absent(contract: object): readonly AbsentLeaf[];
}

export interface AbsentLeaf {
  readonly kind: string;
  set<Whole extends object>(contract: Whole): Whole;
}

export function modelLeaves(): ModelLeaves {
  const options = { skipAddingFilesFromTsConfig: true, compilerOptions: { strict: true } };
  const file = new Project(options).addSourceFileAtPath(model);
  const walker = new Walker(file);
  const root = file.getInterfaceOrThrow('Contract').getType();
  const declared = new Set<string>();
  walker.declare(root, 'Contract', declared, new Set());
  return {
    declared,
    in: (contract) => {
      const found = new Set<string>();
      walker.find(contract, root, 'Contract', [], { found, absent: new Map() });
      return found;
    },
    absent: (contract) => {
      const absent = new Map<string, AbsentLeaf>();
      walker.find(contract, root, 'Contract', [], { found: new Set(), absent });
      return [...absent.values()];
    },
  };
}

interface Walk {
  readonly found: Set<string>;
  readonly absent: Map<string, AbsentLeaf>;
}

class Walker {
  readonly #at: Node;

  constructor(at: Node) {
    this.#at = at;
  }

  declare(type: Type, label: string, found: Set<string>, seen: Set<string>): void {
    const objects = objectsOf(type);
    if (objects.length === 0) found.add(label);
    for (const object of objects) {
      const name = this.#typeName(object, label);
      if (seen.has(name)) continue;
      seen.add(name);
      for (const [key, value] of this.#properties(object)) this.declare(value, `${name}.${key}`, found, seen);
    }
  }

  find(value: unknown, type: Type, label: string, path: Path, walk: Walk): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.find(item, type, label, [...path, index], walk);
    } else if (value === null || typeof value !== 'object') walk.found.add(label);
    else this.#findIn(value, type, label, path, walk);
  }

  #findIn(value: object, type: Type, label: string, path: Path, walk: Walk): void {
    const objects = objectsOf(type);
    const { kind } = value as { readonly kind?: string };
    const object = objects.find((one) => objects.length === 1 || this.#kindsOf(one).includes(String(kind)));
    if (object === undefined) throw new Error(`The model does not declare ${label} with the kind ${kind}.`);
    const name = this.#typeName(object, label);
    for (const [key, declared] of this.#properties(object)) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      const leaf = `${name}.${key}`;
      if (member !== undefined) this.find(member, declared, leaf, [...path, key], walk);
      else if (objectsOf(declared).length === 0 && !walk.absent.has(leaf)) {
        walk.absent.set(leaf, {
          kind: leaf,
          set: (contract) => withValue(contract, [...path, key], sampleOf(declared)),
        });
      }
    }
  }

  /** Positions in files are not components. */
  #properties(type: Type): readonly (readonly [string, Type])[] {
    const properties = type.getProperties().filter((property) => property.getName() !== 'origin');
    return properties.map((property) => [property.getName(), property.getTypeAtLocation(this.#at)]);
  }

  /** That of an interface; else the property with the kind. */
  #typeName(type: Type, label: string): string {
    const named = type.isIntersection() ? type.getIntersectionTypes()[0] : type;
    const name = named?.getSymbol()?.getName() ?? '__type';
    if (name !== '__type') return name;
    const kinds = this.#kindsOf(type);
    return kinds.length === 0 ? label : `${label.slice(label.lastIndexOf('.') + 1)}(${kinds.join('|')})`;
  }

  #kindsOf(type: Type): readonly string[] {
    const kind = type.getProperty('kind')?.getTypeAtLocation(this.#at);
    const kinds = kind === undefined ? [] : kind.isUnion() ? kind.getUnionTypes() : [kind];
    return kinds.map((one) => String(one.getLiteralValue()));
  }
}

/** The interfaces of a type, of its members if it is a union, and of its items if it is a list. */
function objectsOf(type: Type): readonly Type[] {
  const item = type.getArrayElementType();
  if (item !== undefined) return objectsOf(item);
  if (type.isUnion()) return type.getUnionTypes().flatMap(objectsOf);
  return type.isObject() || type.isIntersection() ? [type] : [];
}

function withValue<Whole extends object>(contract: Whole, path: Path, value: unknown): Whole {
  const copy = structuredClone(contract);
  const owner = path.slice(0, -1).reduce<unknown>((one, step) => (one as Record<string, unknown>)[step], copy);
  (owner as Record<string, unknown>)[String(path.at(-1))] = value;
  return copy;
}

/** A value of a type of leaves. */
function sampleOf(given: Type): unknown {
  const type = given.getNonNullableType();
  const item = type.getArrayElementType();
  if (item !== undefined) return [sampleOf(item)];
  const first = type.isUnion() && !type.isBoolean() ? type.getUnionTypes()[0] : type;
  if (first?.isLiteral() && !first.isBooleanLiteral() && !type.isBoolean()) return first.getLiteralValue();
  if (type.isBoolean()) return true;
  return type.isNumber() ? 7 : 'x';
}
