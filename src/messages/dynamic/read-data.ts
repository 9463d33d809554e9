import { readYaml } from '../../contract/index.ts';
import { Findings, type Report, type Source } from '../../diagnostics/index.ts';
import { givenOf } from '../mock/example-file.ts';

/**
 * Reads the value of a request, in YAML or JSON. Numbers stay the texts that they are, so that no digit is lost.
 *
 * @returns undefined with errors.
 */
export function readData(source: Source, to: Report): unknown {
  const findings = new Findings(source);
  const root = readYaml(findings);
  to.sources.set(source.file, source.text);
  to.add(...findings.diagnostics);
  return root === undefined || to.hasErrors ? undefined : givenOf(root);
}
