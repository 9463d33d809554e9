import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Node, Project, SyntaxKind } from 'ts-morph';
import { describe, expect, it } from 'vitest';

/** Rooms whose XML is read by the reader of the runtime alone. */
const rooms = [
  'runtime/src/client/log',
  'runtime/src/pages',
  'src/messages',
  'service/src/sign-in',
  'service/src/storage',
];

/** What takes a text apart by a text. */
const scans = new Set(['indexOf', 'lastIndexOf', 'split', 'startsWith', 'endsWith', 'includes', 'match', 'matchAll']);

/** By the name of the file, which may ask what a text begins with, where no more of it is read. */
const allowed = new Map([
  // Cuts off a request that it has made itself.
  ['bad-requests.ts', ["'</soap:Body>'"]],
  // XML text of a caller, which begins with its element.
  ['write-element.ts', ['`<$'.concat('{local}`')]],
  // The mark at which the reader found an error, for a reason in a log.
  ['xml-form.ts', ["'<?'", "'<!--'", "'<![CDATA['", "'<!'", "'<'", "'&'"]],
]);

/** Whether a regular expression looks for tags, comments or references: not for characters to escape in a class. */
function isAboutMarkup(pattern: string): boolean {
  const rest = pattern
    .replace(/\\./g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\(\?<(?:[=!]|\w+>)/g, '(');
  // A `&` alone also joins the parameters of a query.
  return /<|&(?!\))/.test(rest);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
}

/** The expressions of a file that take markup apart. */
function markupScans(path: string, text: string): readonly string[] {
  const file = new Project({ useInMemoryFileSystem: true }).createSourceFile('/file.ts', text);
  const expressions = file
    .getDescendantsOfKind(SyntaxKind.RegularExpressionLiteral)
    .map((literal) => literal.getText())
    .filter((literal) => isAboutMarkup(literal.slice(1, literal.lastIndexOf('/'))));
  const texts = [
    ...file.getDescendantsOfKind(SyntaxKind.CallExpression),
    ...file.getDescendantsOfKind(SyntaxKind.NewExpression),
  ].flatMap((call) => {
    const callee = call.getExpression();
    const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText();
    const first = call.getArguments()[0]?.getText() ?? '';
    const isScan = (name === 'RegExp' && isAboutMarkup(first)) || (scans.has(name) && /^['"`][<&]/.test(first));
    return isScan && !allowed.get(basename(path))?.includes(first) ? [`${name}(${first})`] : [];
  });
  return [...expressions, ...texts];
}

describe('markup', () => {
  it.each(rooms)('is read by the reader of the runtime in %s', (room) => {
    const found = filesIn(room).flatMap((path) =>
      markupScans(path, readFileSync(path, 'utf8')).map((scan) => `${path}: ${scan}`),
    );
    expect(found).toEqual([]);
  });

  it('is recognised in regular expressions and searches, characters to escape are not', () => {
    const scanning = [
      'text.replace(/<!--[^]*?-->/g, "")',
      "new RegExp('<' + name + '>(.*?)<')",
      "page.includes('<IsTruncated>')",
      'text.replace(/&(\\w+);/g, resolve)',
      "text.indexOf('<', at)",
    ];
    for (const text of scanning) expect(markupScans('file.ts', text)).toHaveLength(1);
    const others = ['text.replace(/[&<>]/g, escape)', '/(?<=a)(?<!b)(?<name>c)/', "text.indexOf('a < b')", 'a < b'];
    for (const text of others) expect(markupScans('file.ts', text)).toEqual([]);
  });
});
