import { readFileSync } from 'node:fs';

/**
 * Leaves out of ts-morph what parses no files: the declarations of the ECMAScript and DOM libraries (3 MB), and in the
 * TypeScript that it contains the type checker, the emitter, the services of editors, and exports that ts-morph does not
 * mention. Its file is 2.6 MB instead of 7.
 */
export const parserOfTsMorph = {
  name: 'parser-of-ts-morph',
  transform: {
    filter: { id: /@ts-morph[\\/]common[\\/]dist[\\/][\w-]+\.js$/ },
    handler: (code, id) => (id.endsWith('typescript.js') ? parserOf(code) : withoutLibraries(code)),
  },
};

function withoutLibraries(code) {
  return replaced(code, '\nconst libFiles = [', '\n    }];\n', () => '\nconst libFiles = [];\n');
}

/** Functions of TypeScript that a parser does not use, and what they do instead: ts-morph calls one without using it. */
const unused = {
  createTypeChecker: "throw new Error('not in this bundle');",
  createLanguageService: 'return {};',
  getTransformers: "throw new Error('not in this bundle');",
};

function parserOf(code) {
  let parser = code.replaceAll(/\nregister(?:CodeFix|Refactor)\([\s\S]*?\n\}\);/g, '');
  for (const [name, body] of Object.entries(unused))
    parser = replaced(
      parser,
      `\nfunction ${name}(`,
      '\n}\n',
      (text) => `${text.slice(0, text.indexOf(') {\n'))}) { ${body} }\n`,
    );
  parser = replaced(parser, '\n0 && (module.exports = {', '\n});\n', () => '\n');
  const words = mentionedWords();
  return parser.replaceAll(/(?<=\n__export\(\w+, \{\n)[\s\S]*?(?=\n\}\);)/g, (exports) =>
    exports
      .split('\n')
      .filter((line) => words.has(/^\s*([\w$]+): /.exec(line)?.[1]))
      .join('\n'),
  );
}

/** All words in the code of ts-morph, and thereby all exports of TypeScript that it uses. */
function mentionedWords() {
  const files = ['ts-morph/dist/ts-morph.js', '@ts-morph/common/dist/ts-morph-common.js'];
  return new Set(files.flatMap((file) => readFileSync(`node_modules/${file}`, 'utf8').match(/[\w$]+/g)));
}

/** Replaces the text from `begin` to the next `end`. */
function replaced(code, begin, end, replacement) {
  const from = code.indexOf(begin);
  const to = code.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`ts-morph has another form: ${begin.trim()} is not in it.`);
  return code.slice(0, from) + replacement(code.slice(from, to)) + code.slice(to + end.length);
}
