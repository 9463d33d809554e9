import { encodeIdentifier, keyOf, type QName } from '../contract/index.ts';
import { type Code, line } from './code.ts';
import { stringLiteral } from './literal.ts';

/** The constants of a codec that hold the names of elements. */
export interface Tags {
  readonly declarations: readonly Code[];
  /** Name of an element's constant. */
  readonly of: (name: QName) => string;
}

/** One constant for each name, sorted, so that adding one moves no other. */
export function tagsOf(namespace: string, names: readonly QName[]): Tags {
  const nameOf = (name: QName): string =>
    `${encodeIdentifier(name.local)}${name.namespace === namespace ? 'Tag' : 'UnqualifiedTag'}`;
  const distinct = new Map(names.map((name) => [keyOf(name), name]));
  const declarations = [...distinct.values()]
    .map((name) => ({ constant: nameOf(name), name }))
    .sort((a, b) => (a.constant < b.constant ? -1 : 1))
    .map(({ constant, name }) => {
      const first = name.namespace === namespace ? 'namespace' : stringLiteral(name.namespace);
      return line(`const ${constant} = soap.tag(${first}, ${stringLiteral(name.local)});`);
    });
  return { declarations, of: nameOf };
}
