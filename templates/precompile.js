// The one rule for templates: a template prints whole files and declarations, `Code` (src/emit/code.ts) prints bodies of
// functions and everything else whose shape depends on the contract, and nothing is in both.
//
// This program compiles the templates of the folder into compiled.js, which soapwright loads. `npm run build` runs it, and
// vitest does before its tests.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

const folder = new URL('./', import.meta.url);
const target = new URL('compiled.js', folder);

/** Templates that others include. */
const partials = new Set(['header']);

const options = {
  // The output is TypeScript, not HTML: each value is already escaped for its position.
  noEscape: true,
  strict: true,
  knownHelpersOnly: true,
};

function compiledText() {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.hbs'))
    .map((name) => name.slice(0, -'.hbs'.length))
    .sort();
  const entries = (isPartial) =>
    names
      .filter((name) => partials.has(name) === isPartial)
      .map((name) => {
        const source = readFileSync(new URL(`${name}.hbs`, folder), 'utf8');
        return `    ${JSON.stringify(name)}: ${Handlebars.precompile(source, options)},\n`;
      })
      .join('');
  return `export default {\n  templates: {\n${entries(false)}  },\n  partials: {\n${entries(true)}  },\n};\n`;
}

/** Writes compiled.js unless it is up to date. */
export function setup() {
  const text = compiledText();
  let current = '';
  try {
    current = readFileSync(target, 'utf8');
  } catch {
    // It does not exist yet.
  }
  if (text !== current) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup();
