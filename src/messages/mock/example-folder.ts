import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedOperation } from '../../contract/index.ts';
import { Findings, mock as kinds, type Report, report } from '../../diagnostics/index.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { MockExample } from './example.ts';
import { type ExampleOptions, ExampleReader } from './example-file.ts';

/** The examples of a folder, by the names of the operations' methods; undefined if it cannot be read. */
export function readExamples(
  folder: string,
  messages: ServiceMessages,
  options: ExampleOptions,
  to: Report,
): ReadonlyMap<string, readonly MockExample[]> | undefined {
  try {
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    const examples = new Map<string, readonly MockExample[]>();
    for (const name of names.sort()) {
      const findings = new Findings({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') });
      const operation = operationOf(name, findings, messages);
      if (operation !== undefined) {
        const own = new ExampleReader(findings, messages, operation, options).read();
        examples.set(operation.identifier, [...(examples.get(operation.identifier) ?? []), ...own]);
      }
      to.sources.set(findings.source.file, findings.source.text);
      to.add(...findings.diagnostics);
    }
    return examples;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    to.add(report(kinds.notExamples, { folder, reason }));
    return undefined;
  }
}

function operationOf(file: string, findings: Findings, messages: ServiceMessages): ResolvedOperation | undefined {
  const name = file.replace(/\.ya?ml$/, '');
  const { operations } = messages.model.service;
  const found = operations.find((one) => one.identifier === name || one.name === name);
  if (found === undefined) {
    const among = operations.map(({ identifier }) => identifier);
    const parameters = { name, first: among[0] ?? '' };
    findings.add(kinds.noSuchExampleOperation, parameters, undefined, { didYouMean: { name, among } });
  }
  return found;
}
