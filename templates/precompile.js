// Compiles the templates of this folder into compiled.js, which is committed and is what soapwright loads. `npm run build`
// runs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';

const folder = new URL('./', import.meta.url);
const target = new URL('compiled.js', folder);

/** Templates that others include. */
const partials = new Set(['header']);

const options = {
  // What is printed is TypeScript, not HTML: each value arrives escaped for its place.
  noEscape: true,
  strict: true,
  knownHelpersOnly: true,
};

export function compiledText() {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.hbs'))
    .map((name) => name.slice(0, -'.hbs'.length))
    .sort();
  const entries = (wanted) =>
    names
      .filter((name) => partials.has(name) === wanted)
      .map((name) => {
        const source = readFileSync(new URL(`${name}.hbs`, folder), 'utf8');
        return `    ${JSON.stringify(name)}: ${Handlebars.precompile(source, options)},\n`;
      })
      .join('');
  return `// Compiled from the templates beside it by precompile.js: do not edit.\nexport default {\n  templates: {\n${entries(false)}  },\n  partials: {\n${entries(true)}  },\n};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = compiledText();
  let before = '';
  try {
    before = readFileSync(target, 'utf8');
  } catch {
    // The first time.
  }
  if (text !== before) writeFileSync(target, text);
}
