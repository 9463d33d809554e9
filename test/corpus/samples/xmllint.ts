import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What xmllint says of documents against one schema. */
export interface Verdicts {
  /** Why the schema is of no use; undefined if it compiles. */
  readonly schemaError: string | undefined;
  /** The first error of each document that is not valid, by its index. */
  readonly errors: ReadonlyMap<number, string>;
}

const most = 400;

/** Names of namespaces are those of the WSDL, whatever xmllint thinks of them. */
const foreignNames = /^(?:namespace|parser) warning|^namespace error : .* is not a valid URI/;

/** Validates documents in a folder against a schema in it. */
export function validate(folder: string, schema: string, documents: readonly string[]): Verdicts {
  const errors = new Map<number, string>();
  for (let start = 0; start < documents.length; start += most) {
    const files = documents.slice(start, start + most).map((document, index) => {
      writeFileSync(join(folder, `${start + index}.xml`), document);
      return `${start + index}.xml`;
    });
    const { stderr, signal } = spawnSync('xmllint', ['--nonet', '--huge', '--noout', '--schema', schema, ...files], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 120_000,
    });
    if (signal !== null) return { schemaError: `xmllint ended with ${signal}`, errors };
    if (/Schemas parser error|failed to compile/.test(stderr)) return { schemaError: firstError(stderr), errors };
    for (const line of stderr.split('\n')) {
      const [, index, rest = ''] = /^(\d+)\.xml(?::\d+:)?\s+(.*)$/.exec(line) ?? [];
      if (index === undefined || foreignNames.test(rest)) continue;
      if (!errors.has(Number(index)) && !/^validates$/.test(rest)) errors.set(Number(index), rest.trim());
    }
  }
  return { schemaError: undefined, errors };
}

function firstError(output: string): string {
  return output.split('\n').find((line) => /error/.test(line)) ?? output.split('\n')[0] ?? 'no answer';
}
