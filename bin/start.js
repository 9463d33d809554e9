// Starts the command with the code that V8 has compiled before, which saves a third of a run with nothing to do. V8
// rejects the code of another version, and compiles the source as usual.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, '../dist/command/main.cjs');
/** Written by the build, and not published. */
const codeFile = `${filename}.code`;

/** The source of the command. */
function readProgram() {
  return readFileSync(filename);
}

/** @param {Buffer} program @param {Buffer | undefined} cachedData compiled code */
function compile(program, cachedData) {
  // The bundle is ASCII, which takes half of the memory and time of other text.
  const source = program.toString('latin1');
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    // Not the full path, so that the code does not depend on it.
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

/** The code that the build has written. */
function readCode() {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}

module.exports = { codeFile, compile, readCode, readProgram, run };
