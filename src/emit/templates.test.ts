import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { contractFile } from '../../test/support/generator/load-contracts.ts';
import { resolveService } from '../contract/model/index.ts';
import { clientView } from './client.ts';
import { operationsModule } from './operations.ts';
import { printDescription, printPages } from './pages.ts';
import { serverView } from './server.ts';
import type { Views } from './views.ts';

/**
 * Handlebars prints nothing for `{{#if typo}}` and `{{#each typo}}`, strict or not. So each path of each template is
 * looked up in views that the compiler has checked.
 */

const templates = new URL('../../templates/', import.meta.url);
const source = (name: string): string => readFileSync(new URL(`${name}.hbs`, templates), 'utf8');
const golden = fileURLToPath(new URL('../../test/golden/everything/contract.yaml', import.meta.url));
const service = resolveService(contractFile(golden));
const options = { source: 'contract.yaml', importExtension: 'ts' } as const;
const line = { kind: 'line', text: 'x' } as const;

const views: Views = {
  module: operationsModule(service, 'client', options),
  client: clientView(service, options),
  server: serverView(service, options),
  description: printDescription(service, [['<a>']], options).around(),
  pages: printPages(service, options).around(),
  handler: {
    imports: [line],
    context: "'./context.ts'",
    doc: ['x'],
    signature: [line],
    reason: "'x'",
  },
  'handler-index': {
    server: "'x'",
    context: "'x'",
    handlersName: 'H',
    handlers: [{ name: 'A', specifier: "'./A.ts'" }],
  },
  'handler-context': {},
};

type Value = unknown;

/** Every value that a path has in any of the contexts; an error when it is in none of them. */
function lookUp(path: hbs.AST.PathExpression, contexts: readonly Value[], where: string): readonly Value[] {
  if (path.data) return [true];
  let values: readonly Value[] = contexts;
  for (const part of path.parts as string[]) {
    const having = values.filter(
      (value): value is Record<string, Value> =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part),
    );
    if (having.length === 0) throw new Error(`${where}: nothing has ${path.original}`);
    values = having.map((value) => value[part]);
  }
  return values;
}

function walk(program: hbs.AST.Program, contexts: readonly Value[], where: string, depth: number): void {
  for (const statement of program.body) {
    if (statement.type === 'MustacheStatement') {
      const { path } = statement as hbs.AST.MustacheStatement;
      for (const value of lookUp(path as hbs.AST.PathExpression, contexts, where)) {
        expect(['string', 'number'], `${where}: ${(path as hbs.AST.PathExpression).original}`).toContain(typeof value);
      }
    } else if (statement.type === 'BlockStatement') {
      const { params, path, program: body, inverse } = statement as hbs.AST.BlockStatement;
      const [parameter] = params;
      const values = lookUp(parameter as hbs.AST.PathExpression, contexts, where);
      const inner = path.original === 'each' ? values.flatMap((value) => value as readonly Value[]) : contexts;
      if (inner.length > 0) walk(body, inner, where, depth);
      if (inverse) walk(inverse, contexts, where, depth);
    } else if (statement.type === 'PartialStatement' && depth < 6) {
      const partial = statement as hbs.AST.PartialStatement;
      const name = (partial.name as hbs.AST.PathExpression).original;
      const pairs = partial.hash?.pairs ?? [];
      const inner =
        pairs.length === 0
          ? contexts
          : pairs.flatMap(({ key, value }) =>
              lookUp(value as hbs.AST.PathExpression, contexts, where).map((found) => ({ [key]: found })),
            );
      // `code` and `doc` are functions, whose parameters the compiler knows.
      if (inner.length > 0 && name === 'header') {
        walk(Handlebars.parse(source(name)), inner, `${where} > ${name}`, depth + 1);
      }
    }
  }
}

describe('templates', () => {
  it.each(Object.entries(views))('%s.hbs uses only names of its view', (name, view) => {
    walk(Handlebars.parse(source(name)), [view], name, 0);
  });

  it('are all registered', () => {
    const files = readdirSync(templates).filter((name) => name.endsWith('.hbs'));
    expect(files.map((name) => name.slice(0, -4)).sort()).toEqual([...Object.keys(views), 'header'].sort());
  });

  it('detects a name that no view has', () => {
    const typo = Handlebars.parse('{{#if typo}}{{/if}}');
    expect(() => walk(typo, [views.module], 'module', 0)).toThrow('nothing has typo');
  });
});
