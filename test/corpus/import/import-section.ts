import type { CorpusEntry } from '../entries.ts';
import { entryName, percent, table } from '../markdown.ts';
import type { EntryRecord } from '../records.ts';
import type { ImportStage } from './import-record.ts';

const stages: Readonly<Record<ImportStage, string>> = {
  import: 'the language cannot say it',
  load: 'the YAML has an error',
  components: 'a component differs',
  wsdl: 'a component of the WSDL from the YAML differs',
  code: 'only the TypeScript differs',
};

interface Imported {
  readonly entry: CorpusEntry;
  readonly record: EntryRecord;
}

/** The section of the page about imports. */
export function importSection(results: readonly Imported[]): string {
  const imported = results.filter(({ record }) => record.imported !== undefined);
  if (imported.length === 0) return 'None were made in this run.';
  const failed = imported.filter(({ record }) => record.imported?.stage !== undefined);
  const isCodeAlone = failed.filter(({ record }) => record.imported?.stage === 'code');
  const count = imported.length - failed.length + isCodeAlone.length;
  const same = imported.length - failed.length;
  return `Every entry that is read is imported as YAML (\`soapwright import\`), and the YAML is loaded. Its components, and those of the WSDL that is written from it, are compared with those of the entry: names in TypeScript do not count. Then the TypeScript from the YAML is compared with the TypeScript from the WSDL, byte for byte; only the text of the WSDL, in its own file and in description.ts, is left out.

Of ${imported.length} entries, ${count} (${percent(count, imported.length)}) have the same components, and ${same} (${percent(same, imported.length)}) the same TypeScript too.

${failed.length === 0 ? '' : failures(failed)}`.trim();
}

function failures(failed: readonly Imported[]): string {
  const rows = (Object.keys(stages) as ImportStage[]).flatMap((stage) => {
    const of = failed.filter(({ record }) => record.imported?.stage === stage);
    const [first] = of;
    if (first === undefined) return [];
    return [[stages[stage], of.length, `${entryName(first.entry)}: ${first.record.imported?.reason ?? ''}`]];
  });
  return table(['difference', 'entries', 'the first'], rows);
}
