import type { Declaration, ResolvedService, Structure, ValueType } from '../contract/index.ts';
import { block, line } from './code.ts';
import { fieldsIn, membersOf } from './codec/content.ts';
import type { EmitOptions } from './file.ts';
import { stringLiteral } from './literal.ts';
import type { ModuleView } from './views.ts';

/** sensitive.ts, which a client passes to a log; undefined without a sensitive field. */
export function sensitiveModule(service: ResolvedService, { source }: EmitOptions): ModuleView | undefined {
  const names = sensitiveNames(service);
  if (names.length === 0) return undefined;
  const doc =
    'Local names of the elements and attributes that are sensitive: for the option `sensitive` of `logCalls`.';
  const items = names.map((name) => line(`${stringLiteral(name)},`));
  const list = block('export const sensitive: readonly string[] = [', items, '];');
  return { source, sections: [[{ kind: 'doc', paragraphs: [doc] }, list]] };
}

/** Sorted. Messages are matched by local names alone, so an element that shares its name is masked, too. */
function sensitiveNames(service: ResolvedService): readonly string[] {
  const names = new Set<string>();
  const declarations = [...service.messages, ...service.declarations];
  const secretTexts = new Set(declarations.filter(hasSecretText).map(({ typeName }) => typeName));
  const isSecret = (type: ValueType): boolean => type.kind === 'record' && secretTexts.has(type.typeName);
  for (const field of fieldsIn(declarations.flatMap(membersOf))) {
    if (field.sensitive || isSecret(field.type)) names.add(field.name.local);
  }
  for (const declaration of declarations) {
    if (declaration.kind !== 'structure') continue;
    for (const { name, sensitive } of declaration.attributes) if (sensitive) names.add(name.local);
  }
  for (const { element, type } of [...service.headers, ...service.faults]) {
    if (element.sensitive || isSecret(type)) names.add(element.name.local);
  }
  for (const { input, output } of service.operations) {
    for (const body of [input, output]) if (body !== undefined && isSecret(body.type)) names.add(body.element.local);
  }
  return [...names].sort();
}

function hasSecretText(declaration: Declaration): declaration is Structure {
  return declaration.kind === 'structure' && declaration.content.kind === 'text' && declaration.content.text.sensitive;
}
