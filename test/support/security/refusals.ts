import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';

/** A message of an error by which the package refuses something, with `…` for what differs. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

const source = fileURLToPath(new URL('../../../security/src/', import.meta.url));

/** Functions that make errors with the text of an argument, which they put into a sentence. */
const makers: Readonly<Record<string, (texts: readonly (readonly string[])[]) => readonly Refusal[]>> = {
  SecurityError: ([codes = [], messages = []]) =>
    codes.flatMap((code) => messages.map((message) => ({ code, message }))),
  SamlError: ([reasons = []]) => reasons.map((reason) => ({ code: 'token', message: `SAML: ${reason}.` })),
  malformed: ([reasons = []]) =>
    reasons.map((reason) => ({ code: 'form', message: `The message is malformed: ${reason}.` })),
  untrusted: ([, reasons = []]) => reasons.map((reason) => ({ code: 'key', message: `The certificate … ${reason}.` })),
};

/** The messages of the errors of the package, by its sources. */
export function refusals(): readonly Refusal[] {
  const found = new Map<string, Refusal>();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const add = (node: { readonly callee: unknown; readonly arguments: readonly unknown[] }): void => {
      const make = makers[(node.callee as { readonly name?: string }).name ?? ''];
      for (const one of make?.(node.arguments.map(textsOf)) ?? []) found.set(`${one.code} ${one.message}`, one);
    };
    const { program } = parseSync(file, readFileSync(join(source, file), 'utf8'));
    new Visitor({ NewExpression: add, CallExpression: add }).visit(program);
  }
  return [...found.values()].sort((one, other) => (one.message < other.message ? -1 : 1));
}

interface Expression {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly consequent?: unknown;
  readonly alternate?: unknown;
}

/** The texts that an expression can have; none for one that is not a literal. */
function textsOf(expression: unknown): readonly string[] {
  const { type, value, quasis = [], consequent, alternate } = expression as Expression;
  if (type === 'Literal' && typeof value === 'string') return [value];
  if (type === 'TemplateLiteral') return [quasis.map((part) => part.value.cooked).join('…')];
  return type === 'ConditionalExpression' ? [...textsOf(consequent), ...textsOf(alternate)] : [];
}
