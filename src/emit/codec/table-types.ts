import type { Field, ResolvedService, Structure } from '../../contract/index.ts';
import { soleResults } from '../operation-types.ts';
import { Streams } from './streams.ts';

/** Records that are read and written by tables of their fields, which are much shorter than functions. */

/** Contracts with more operations than this have tables. Functions are faster, and compilers need far longer for them. */
const MOST_WITH_FUNCTIONS = 100;

const none: ReadonlySet<string> = new Set();
const cache: WeakMap<Pick<ResolvedService, 'declarations'>, ReadonlySet<string>> = new WeakMap();

/** Whether tables share repeated declarations. */
export function hasTables({ operations }: Pick<ResolvedService, 'operations'>): boolean {
  return operations.length > MOST_WITH_FUNCTIONS;
}

/** Names of the types that have a table: sequences of plain elements, all of whose records have tables too. */
export function tableTypes(service: ResolvedService): ReadonlySet<string> {
  if (!hasTables(service)) return none;
  const known = cache.get(service);
  if (known !== undefined) return known;
  const found = findTableTypes(service);
  cache.set(service, found);
  return found;
}

function findTableTypes(service: ResolvedService): ReadonlySet<string> {
  const streams = new Streams(service);
  const candidates = new Map<string, readonly Field[]>();
  const holders = new Map<string, string[]>();
  const results = soleResults(service);
  for (const declaration of [...service.messages, ...service.declarations]) {
    if (declaration.kind !== 'structure') continue;
    const { typeName } = declaration;
    const fields = plainFields(declaration);
    if (fields === undefined || !fields.every((field) => isPlain(field) && !streams.isIn(field))) continue;
    if (results.has(typeName) && fields.length !== 1) continue;
    candidates.set(typeName, fields);
    for (const { type } of fields) {
      if (type.kind !== 'record') continue;
      const known = holders.get(type.typeName);
      if (known === undefined) holders.set(type.typeName, [typeName]);
      else known.push(typeName);
    }
  }
  // The loop also visits the types that it adds: holders of a type without a table.
  const without = new Set([...holders.keys()].filter((typeName) => !candidates.has(typeName)));
  for (const typeName of without) for (const holder of holders.get(typeName) ?? []) without.add(holder);
  return new Set([...candidates.keys()].filter((typeName) => !without.has(typeName)));
}

/** The fields of a structure that has nothing else; undefined for any other. */
export function plainFields(structure: Structure): readonly Field[] | undefined {
  const { content, discriminant, head, attributes, anyAttribute } = structure;
  if (discriminant !== undefined || head || attributes.length > 0 || anyAttribute !== undefined) return undefined;
  if (content.kind !== 'fields' || content.order !== 'sequence' || content.fields.length === 0) return undefined;
  // A copy of `__proto__: undefined` would set the prototype.
  return content.fields.some(({ property }) => property === '__proto__') ? undefined : content.fields;
}

function isPlain({ type, nillable, many, least, isReference }: Field): boolean {
  if (isReference || nillable || (many && least > 0)) return false;
  if (type.kind === 'simple') return type.open !== true;
  return type.kind === 'record' && !type.head;
}
