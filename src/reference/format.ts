import type { Block, PagePart, Row } from './document.ts';

/** How pages are written. `up` is the way from a page to the root: empty, or `../`. */
export interface Format {
  readonly extension: string;
  block(block: Block, up: string): string;
  row(row: Row, up: string): string;
  page(part: PagePart, service: string, hasChanges: boolean): string;
}
