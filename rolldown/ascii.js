/**
 * Escapes characters beyond ASCII, so that bin/start.js reads the bundle as one byte a character. They are in literals and
 * comments, where an escape has the same meaning; not in `String.raw`.
 */
export const ascii = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk' && file.fileName === 'main.cjs') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

/** @param {string} unit of UTF-16 */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
