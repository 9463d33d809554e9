// Starts the command with the code that V8 compiled during the build, which saves a fifth of a cold start. V8 rejects
// the code of another version, and compiles the source as usual. (Node 22 and later have a compile cache of their own.)
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, '../dist/command/main.cjs');
const codeCacheFile = `${filename}.code`;

/** Compiles the command. @param {Buffer | undefined} cachedData compiled code */
function load(cachedData) {
  const source = readFileSync(filename, 'utf8');
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    // Not the full path, which would be part of the published code cache.
    filename: 'soapwright.cjs',
    cachedData,
  });
}

/** @param {Script} script */
function run(script) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  module.exports.runCommand();
}

function readCodeCache() {
  try {
    return readFileSync(codeCacheFile);
  } catch {
    return undefined;
  }
}

module.exports = { codeCacheFile, load, readCodeCache, run };
