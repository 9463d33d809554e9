// Caches V8's compiled code of an installed command in the user's cache folder. It saves a third of a run with nothing to
// do. A published package cannot bring it: compiled code is valid for one version of Node.
// Compiled code does what it was compiled from, whatever the source says: only code that this user stored is run.
const { createHmac, randomBytes, timingSafeEqual } = require('node:crypto');
const { mkdirSync, readdirSync, statSync, unlinkSync } = require('node:fs');
const { homedir } = require('node:os');
const { isAbsolute, join } = require('node:path');
const { isOwnFolder, readOwn, writeOwn } = require('./own-files.js');

const secretBytes = 32;
const macBytes = 64;
/** One file for each program and version of Node; older ones are removed. */
const mostFiles = 8;

class CodeCache {
  #folder;
  #name;
  #program;

  /** @param {string} folder @param {Buffer} program the source; V8 compares only its length */
  constructor(folder, program) {
    this.#folder = folder;
    this.#name = `command-${process.version}-${process.arch}-${program.length}.code`;
    this.#program = program;
  }

  /** Undefined for code that this user has not stored for this program. */
  read() {
    const data = readOwn(join(this.#folder, this.#name));
    const secret = data && this.#secret();
    if (secret === undefined || data.length <= macBytes) return undefined;
    const code = data.subarray(macBytes);
    return timingSafeEqual(data.subarray(0, macBytes), this.#mac(secret, code)) ? code : undefined;
  }

  /** @param {Buffer} code */
  write(code) {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOwnFolder(this.#folder)) return;
      let secret = this.#secret();
      if (secret === undefined) {
        secret = randomBytes(secretBytes);
        writeOwn(join(this.#folder, 'secret'), secret);
      }
      writeOwn(join(this.#folder, this.#name), Buffer.concat([this.#mac(secret, code), code]));
      this.#removeOld();
    } catch {
      // Without it the next run takes longer.
    }
  }

  #secret() {
    if (!isOwnFolder(this.#folder)) return undefined;
    const secret = readOwn(join(this.#folder, 'secret'), 0o077);
    return secret?.length === secretBytes ? secret : undefined;
  }

  /** The name holds the length of the program, so that its end cannot pass for the beginning of the code. */
  #mac(secret, code) {
    return createHmac('sha512', secret).update(`${this.#name}\n`).update(this.#program).update(code).digest();
  }

  #removeOld() {
    const times = readdirSync(this.#folder)
      .filter((name) => name.startsWith('command-'))
      .map((name) => [join(this.#folder, name), statSync(join(this.#folder, name)).mtimeMs]);
    for (const [path] of times.sort(([, a], [, b]) => b - a).slice(mostFiles)) unlinkSync(path);
  }
}

/**
 * The folder of this user for what can be made again; undefined where none is known.
 *
 * @param {NodeJS.ProcessEnv} environment @param {string} platform
 */
function cacheFolder(environment, platform) {
  try {
    const { LOCALAPPDATA: local = '', XDG_CACHE_HOME: xdg = '' } = environment;
    if (platform === 'win32') return join(isAbsolute(local) ? local : join(homedir(), 'AppData/Local'), 'soapwright');
    // A relative path would be one of the current folder, and is invalid.
    if (isAbsolute(xdg)) return join(xdg, 'soapwright');
    return join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache', 'soapwright');
  } catch {
    return undefined;
  }
}

module.exports = { CodeCache, cacheFolder };
