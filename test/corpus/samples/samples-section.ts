import { type CorpusEntry, expectations } from '../entries.ts';
import { entryName, percent, table } from '../markdown.ts';
import type { EntryRecord } from '../records.ts';
import type { SampleRecord } from './sample-record.ts';

interface Sampled {
  readonly entry: CorpusEntry;
  readonly samples: SampleRecord;
}

/** The section of the page about samples. */
export function samplesSection(
  results: readonly { readonly entry: CorpusEntry; readonly record: EntryRecord }[],
): string {
  const sampled = results.flatMap(({ entry, record: { sampled: found } }): readonly Sampled[] =>
    found?.samples === undefined ? [] : [{ entry, samples: found.samples }],
  );
  if (sampled.length === 0) return 'None were made in this run.';
  return `Every body, header block and fault detail of the entries that are read gets samples: the smallest valid one, the one of the pages, other cases of choices and other derived types, and elements that wildcards admit. xmllint (libxml2) validates each against the schemas as their authors wrote them; the generated code reads it strictly and writes it; the written text is valid too, has the same infoset, and is read as the same value. The schemas get an import of each other, since real ones leave imports out. "Refused" are schemas that libxml2 does not compile: their samples are only read and written. So are those of encoded messages, which no schema describes.

${totals(sampled)}

${untrue(sampled)}`;
}

function totals(sampled: readonly Sampled[]): string {
  const rows = expectations.flatMap((expectation) => {
    const of = sampled.filter(({ entry }) => entry.expectation === expectation).map(({ samples }) => samples);
    if (of.length === 0) return [];
    const sum = (count: (record: SampleRecord) => number): number =>
      of.reduce((total, record) => total + count(record), 0);
    const isTrue = ({ failures }: SampleRecord): boolean => failures.length === 0;
    const good = of.filter(isTrue).length;
    return [
      [
        expectation,
        of.length,
        of.filter(({ schemaError }) => schemaError !== undefined).length,
        sum(({ messages }) => messages),
        sum(({ samples }) => samples),
        sum(({ failedMessages }) => failedMessages),
        `${good} (${percent(good, of.length)})`,
      ],
    ];
  });
  return table(
    [
      'expectation',
      'entries',
      'refused',
      'messages',
      'samples',
      'messages with untrue ones',
      'entries with true ones only',
    ],
    rows,
  );
}

function untrue(sampled: readonly Sampled[]): string {
  const rows = sampled.flatMap(({ entry, samples: { failures } }) => {
    const [first] = failures;
    return first === undefined ? [] : [[entryName(entry), first.message, first.stage, first.reason.slice(0, 200)]];
  });
  return rows.length === 0 ? 'All samples are true.' : table(['entry', 'message', 'stage', 'reason'], rows);
}
