import { type Findings, overlay as kinds } from '../../diagnostics/index.ts';
import type { Located } from '../yaml/values.ts';

/** Reports names of operations that the WSDL does not have. */
export function checkOperations(named: readonly Located[], among: readonly string[], findings: Findings): void {
  for (const { text, at } of named) {
    if (among.includes(text)) continue;
    const parameters = { path: text, name: `operation ${text}`, owner: 'the WSDL' };
    findings.add(kinds.unknownPath, parameters, at, { didYouMean: { name: text, among } });
  }
}
