// Reads and writes files that no other user can have changed.
const { randomBytes } = require('node:crypto');
const {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} = require('node:fs');

/** Windows has neither ids nor modes: there the folder is in the user's profile, whose access list its files inherit. */
const user = process.geteuid?.();

/** @param {import('node:fs').Stats} stats @param {number} forbidden bits of the mode */
function isOwn({ uid, mode }, forbidden) {
  return user === undefined || (uid === user && (mode & forbidden) === 0);
}

/** Whether a path is a folder of this user, into which no other one can write, and no link. */
function isOwnFolder(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isOwn(stats, 0o022);
}

/**
 * The content of a file that only this user can write; undefined for any other one, and for a link.
 *
 * @param {string} path
 * @param {number} [forbidden] bits that its mode may not have
 */
function readOwn(path, forbidden = 0o022) {
  let file;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    return stats.isFile() && isOwn(stats, forbidden) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes a file as a whole, for this user only. @param {string} path @param {Buffer} content */
function writeOwn(path, content) {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
  renameSync(temporary, path);
}

module.exports = { isOwnFolder, readOwn, writeOwn };
