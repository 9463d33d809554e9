import type { UploadProgress } from '../../client/index.ts';
import { say } from '../output.ts';
import { amountText, plainName } from './upload-text.ts';

/** Shows on stderr how far uploads are. */
export interface Display {
  progress(progress: UploadProgress): void;
  /** Nothing more comes of a file; `done`: it is there. */
  ended(name: string, end: { readonly done: boolean }): void;
  /** A line that stays. */
  line(text: string): void;
  close(): void;
}

/** Says what went wrong, and nothing else. */
export const quietDisplay: Display = {
  progress: () => undefined,
  ended: () => undefined,
  line: () => undefined,
  close: () => undefined,
};

/** A line for each file now and then, for logs. @param every Milliseconds between two of a file. */
export function lineDisplay(every = 5_000): Display {
  const shown = new Map<string, number>();
  return {
    progress(progress) {
      const { name } = progress;
      const now = performance.now();
      const before = shown.get(name);
      if (before === undefined) shown.set(name, now);
      if (before === undefined || now - before < every) return;
      shown.set(name, now);
      say(`${plainName(name)}: ${amountText(progress)}`);
    },
    ended: (name) => void shown.delete(name),
    line: say,
    close: () => undefined,
  };
}
