import { emptySchema, type GlobalElement, type Schema } from '../model/index.ts';

/** The schemas with elements that none of them declares, each in the schema of its namespace. */
export function withElements(schemas: readonly Schema[], added: Iterable<GlobalElement>): readonly Schema[] {
  const byNamespace = new Map<string, GlobalElement[]>();
  for (const element of added) {
    const { namespace } = element.name;
    const list = byNamespace.get(namespace);
    if (list === undefined) byNamespace.set(namespace, [element]);
    else list.push(element);
  }
  const extended = schemas.map((schema) => {
    const more = byNamespace.get(schema.targetNamespace) ?? [];
    byNamespace.delete(schema.targetNamespace);
    const known = new Set(schema.elements.map(({ name }) => name.local));
    const elements = more.filter(({ name }) => !known.has(name.local));
    return elements.length === 0 ? schema : { ...schema, elements: [...schema.elements, ...elements] };
  });
  const others = [...byNamespace].map(([namespace, elements]) => ({ ...emptySchema(namespace), elements }));
  return [...extended, ...others];
}
