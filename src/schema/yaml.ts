import type { Findings } from './findings.ts';
import type { Node } from './node.ts';
import { readPlainYaml } from './yaml-plain.ts';
import { readWholeYaml } from './yaml-whole.ts';

/**
 * Reads a file as one YAML document. Whatever is wrong goes to the findings; undefined when the text is no YAML at all,
 * or empty.
 */
export function readYaml(findings: Findings): Node | undefined {
  return readPlainYaml(findings.source.text) ?? readWholeYaml(findings);
}
