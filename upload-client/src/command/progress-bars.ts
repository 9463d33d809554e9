import { MultiBar, type SingleBar } from 'cli-progress';
import type { UploadProgress } from '../index.ts';
import { amountText, columnsOf, cutTo, type Display, plainName } from './upload-text.ts';

/** Maximum width of a bar, and of the name beside it, in columns. */
const longestBar = 30;
const longestName = 30;

/** A bar for each running upload, and one for all files if there are several. */
export function barDisplay(files: number): Display {
  const bars = new Map<string, SingleBar>();
  const screen = new MultiBar({
    stream: process.stderr,
    hideCursor: true,
    // The command handles signals.
    gracefulExit: false,
    format: (_options, { maxWidth }, { text, share }: Payload) => barLine(maxWidth, text, share),
  });
  const all = files > 1 ? screen.create(files, 0, overall(0, files)) : undefined;
  let done = 0;
  return {
    progress(progress) {
      const shown = payload(progress);
      const bar = bars.get(progress.name);
      if (bar === undefined) bars.set(progress.name, screen.create(progress.total ?? 0, 0, shown));
      else bar.update(progress.acknowledged, shown);
    },
    ended(name, end) {
      if (end.done) done += 1;
      all?.update(done, overall(done, files));
      const bar = bars.get(name);
      // The bar of a single file stays.
      if (bar === undefined || files === 1) return;
      bars.delete(name);
      screen.remove(bar);
    },
    line: (text) => screen.log(`${text}\n`),
    close() {
      screen.update();
      screen.stop();
    },
  };
}

interface Payload {
  readonly text: readonly [name: string, amount: string];
  /** From 0 to 1; undefined: unknown. */
  readonly share: number | undefined;
}

function payload(progress: UploadProgress): Payload {
  const { name, acknowledged, total } = progress;
  const share = total === undefined ? undefined : total === 0 ? 1 : Math.min(1, acknowledged / total);
  return { text: [plainName(name), amountText(progress)], share };
}

function overall(done: number, files: number): Payload {
  return { text: ['all files', `${done} of ${files}`], share: done / files };
}

/** A line that fits the width: the amount, then the name, and a bar if there is space left. */
export function barLine(width: number, [name, amount]: Payload['text'], share: number | undefined): string {
  const forName = Math.max(8, Math.min(longestName, width - amount.length - 4));
  const shown = columnsOf(name) > forName ? `${cutTo(name, forName - 1)}…` : name;
  const title = shown + ' '.repeat(forName - columnsOf(shown));
  const barWidth = Math.min(longestBar, width - forName - amount.length - 6);
  if (share === undefined || barWidth < 5) return cutTo(`${title}  ${amount}`, Math.max(0, width - 1));
  const full = Math.floor(barWidth * share);
  return `${title} [${'='.repeat(full)}${' '.repeat(barWidth - full)}] ${amount}`;
}
