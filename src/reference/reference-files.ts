import type { Page, PagePart } from './document.ts';
import { short } from './document.ts';
import type { Format } from './format.ts';
import { htmlFormat } from './html.ts';
import { diagramFile, diagramName, markdownFormat } from './markdown.ts';
import { type AssetFile, operationPage } from './operation-page.ts';
import { Reference, type ReferenceInput } from './reference.ts';
import { searchIndex, searchScript } from './search.ts';
import { alphabet, changesPage, operationList, servicePage, typeList } from './service-pages.ts';
import { split } from './split.ts';
import { style } from './style.ts';
import { typePage } from './type-page.ts';

const referenceFormats = ['html', 'markdown'] as const;
export type ReferenceFormat = (typeof referenceFormats)[number];

/** A file of the reference. */
export interface ReferenceFile {
  /** Below the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const formats: Readonly<Record<ReferenceFormat, Format>> = { html: htmlFormat, markdown: markdownFormat };

/** All files of the reference of a contract. The same contract gives the same bytes. */
export function* referenceFiles(input: ReferenceInput, format: ReferenceFormat): Generator<ReferenceFile> {
  const reference = new Reference(input);
  const writer = new Writer(formats[format], reference);
  const { changes } = reference;
  const lists = [servicePage, operationList, typeList, alphabet].map((print) => print(reference));
  for (const page of changes === undefined ? lists : [...lists, changesPage(reference, changes)])
    yield* writer.page(page);
  for (const operation of reference.operations) {
    const { page, files } = operationPage(operation, reference);
    yield* writer.page(page);
    yield* files;
  }
  for (const type of reference.types) yield* writer.page(typePage(type, reference));
  if (format === 'html') yield* writer.assets();
}

class Writer {
  readonly #format: Format;
  readonly #service: string;
  readonly #hasChanges: boolean;
  /** For the search. */
  readonly #parts: PagePart[] = [];

  constructor(format: Format, { service, changes }: Reference) {
    this.#format = format;
    this.#service = short(service.name);
    this.#hasChanges = changes !== undefined;
  }

  *page(page: Page): Generator<ReferenceFile> {
    const encoder = new TextEncoder();
    const bytes = (text: string): number => encoder.encode(text).length + 1;
    const parts = split(page, {
      block: (block) => bytes(this.#format.block(block, '../')),
      row: (row) => bytes(this.#format.row(row, '../')),
    });
    for (const part of parts) {
      this.#parts.push(part);
      const text = this.#format.page(part, this.#service, this.#hasChanges);
      yield { path: `${part.path}.${this.#format.extension}`, text };
      if (this.#format !== markdownFormat) continue;
      for (const block of part.blocks) {
        if (block.kind === 'diagram') yield { path: diagramName(part), text: diagramFile(block) };
      }
    }
  }

  *assets(): Generator<AssetFile> {
    yield { path: 'style.css', text: style };
    yield { path: 'search.js', text: searchScript };
    yield { path: 'search-index.js', text: searchIndex(this.#parts) };
  }
}
