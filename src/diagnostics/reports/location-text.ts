import type { SourceLocation } from '../diagnostic.ts';
import { visible } from '../terminal-text.ts';

/** `contract.yaml:12:15`, or as much of it as is known. */
export function locationText({ file, line, column }: SourceLocation): string {
  const parts = [file === undefined ? undefined : visible(file), line, line === undefined ? undefined : column];
  return parts.filter((part) => part !== undefined).join(':');
}
