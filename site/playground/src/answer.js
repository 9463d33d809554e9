import { quotable } from '../../../dist/contract/index.js';
import { renderText } from '../../../dist/diagnostics/index.js';
import { openApiOf, serviceFor } from '../../../dist/emit/index.js';
import { generateFiles } from '../../../dist/project/core/generate-files.js';
import { compareContracts } from '../../../dist/rules/breaking/compare-contracts.js';
import { verdictTexts } from '../../../dist/rules/breaking/verdict-text.js';
import { lint } from '../../../dist/rules/lint/lint.js';

/**
 * @typedef {Record<string, string | Uint8Array>} Files texts, or bytes in other encodings, by relative paths
 * @typedef {{ files: Files, main: string, old?: { files: Files, main: string } }} Question a contract, and an older version
 * @typedef {import('../../../dist/diagnostics/index.js').Diagnostic} Diagnostic
 */

/** Paths of the older version in messages begin with it. */
const oldFolder = 'old/';

/**
 * What the page shows of a contract, a part at a time: what is ready first comes first. Texts have the bytes that the
 * command prints or writes: `generate` with `sides: both`, `openapi`, `lint`, `breaking --against`.
 *
 * @param {Question} question
 * @returns {AsyncGenerator<Record<string, unknown>>}
 */
export async function* answer({ files, main, old }) {
  const generated = await generateFiles({ files, target: { schema: main, out: 'generated', sides: 'both' } });
  const { diagnostics, contract } = generated;
  yield { part: 'code', diagnostics, files: generated.files };
  if (contract === undefined) return;
  const openapi = `${JSON.stringify(openApiOf(serviceFor(contract, 'standard')), undefined, 2)}\n`;
  yield { part: 'openapi', text: openapi };
  const found = lint(contract).findings;
  yield { part: 'lint', findings: found, text: renderText(found, { sources: sourcesOf(files) }) };
  if (old === undefined) return;
  const moved = Object.fromEntries(Object.entries(old.files).map(([path, content]) => [oldFolder + path, content]));
  const before = await generateFiles({ files: moved, target: { schema: oldFolder + old.main, out: 'generated' } });
  if (before.contract === undefined) {
    yield { part: 'breaking', diagnostics: before.diagnostics, findings: [], verdicts: [], text: '' };
    return;
  }
  const { findings, verdicts } = compareContracts(before.contract, contract);
  const sources = new Map([...sourcesOf(files), ...sourcesOf(moved)]);
  const text = renderText(findings, { sources });
  yield { part: 'breaking', diagnostics: [], findings, verdicts: verdictTexts(verdicts), text };
}

/** @param {Files} files */
function sourcesOf(files) {
  const texts = Object.entries(files).filter(([, content]) => typeof content === 'string');
  return new Map(texts.map(([path, text]) => [path, quotable(path, text)]));
}
