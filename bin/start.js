// Starts the command with the code that V8 compiled when it was built, which saves a fifth of a cold start. V8 refuses
// the code of another version of itself, and then compiles as ever. (Node 22 and later could do so on their own.)
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, '../dist/command/main.cjs');
const codeFile = `${filename}.code`;

/** The command as a script. @param {Buffer | undefined} cachedData compiled code */
function load(cachedData) {
  const source = readFileSync(filename, 'utf8');
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    // No path: it would go into the compiled code, which is published.
    filename: 'soapwright.cjs',
    cachedData,
  });
}

/** @param {Script} script */
function run(script) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
}

function compiledCode() {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}

module.exports = { codeFile, compiledCode, load, run };
