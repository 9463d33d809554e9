import type { Form, Origin, QName } from '../contract/index.ts';
import type { Findings } from './findings.ts';
import type { Marks } from './marks.ts';
import type { Names } from './names.ts';
import type { Located } from './shape.ts';

/** What names mean in one file of a contract. */
export interface Scope {
  readonly findings: Findings;
  /** Of names without a prefix. */
  readonly namespace: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly formsOf: (namespace: string) => Forms;
  /** Shared by all files. */
  readonly names: Names;
  readonly marks: Marks;
  /** Made so far, by namespace. */
  readonly homes: Map<string, Home>;
}

export interface Forms {
  readonly elementForm: Form;
  readonly attributeForm: Form;
}

/** What a component is declared in: its namespace decides about the names in it. */
export interface Home extends Scope, Forms {
  readonly target: string;
}

export function homeOf(scope: Scope, target: string): Home {
  const known = scope.homes.get(target);
  if (known !== undefined) return known;
  const home = { ...scope, ...scope.formsOf(target), target };
  scope.homes.set(target, home);
  return home;
}

export function originOf({ at }: Located, findings: Findings): Origin {
  const { line = 1, column = 1, length } = findings.place(at);
  return { file: findings.source.file, line, column, length };
}

/** Of something in a component: in its namespace when it is qualified, else in none. */
export function formedName(form: Form, home: Home, local: string): QName {
  return { namespace: form === 'qualified' ? home.target : '', local };
}
