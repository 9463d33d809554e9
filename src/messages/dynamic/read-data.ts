import { readYaml } from '../../contract/index.ts';
import { Findings, calling as kinds, type Report, report, type Source } from '../../diagnostics/index.ts';
import { givenOf } from '../mock/example-file.ts';
import { readJson } from './read-json.ts';

/** Of YAML, whose reader needs a second for each MiB. */
const mostYaml = 4 * 2 ** 20;
const mostJson = 256 * 2 ** 20;

/**
 * Reads the value of a request, in YAML or JSON. Numbers stay the texts that they are, so that no digit is lost. Diagnostics
 * quote nothing of it, which may be a secret.
 *
 * @returns undefined with errors.
 */
export function readData(source: Source, to: Report): unknown {
  const fail = (reason: string): undefined => {
    to.add(report(kinds.badData, { option: source.file, reason }));
  };
  const { text } = source;
  if (text.length > mostJson) return fail('it has more than 256 MiB');
  if (text.trim() === '') return fail('it is empty');
  const json = readJson(text);
  if (json !== undefined) return json.value;
  if (text.length > mostYaml) return fail('it is not JSON, and as YAML it may have at most 4 MiB');
  const findings = new Findings(source);
  const root = readYaml(findings);
  to.add(...findings.diagnostics);
  return root === undefined || to.hasErrors ? undefined : givenOf(root);
}
