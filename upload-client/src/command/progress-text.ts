import type { RunningFile, Totals } from './batch-totals.ts';
import { amountText, bytesText, columnsOf, cutTo, plainName, shortenName, wrapText } from './upload-text.ts';
import { waitingLines } from './waiting-text.ts';

/** Maximum width of a bar, and of the name beside it, in columns. */
const longestBar = 30;
const longestName = 30;

/** Seconds after which an upload of several gets a line of its own. */
const shortest = 2;

/** Most rows for waiting uploads. */
const mostWaitingRows = 4;

/** The progress of all uploads, as lines that fit a terminal. */
export function screenLines(
  totals: Totals,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string[] {
  // A line of full width may move the cursor to the next one.
  const width = Math.max(1, columns - 1);
  const notices = waitingLines(totals, width)
    .flatMap((text) => wrapText(text, width))
    .slice(0, mostWaitingRows);
  const [single] = totals.running;
  if (totals.files === 1) return single === undefined ? [] : [fileLine(single, totals, width), ...notices];
  const most = Math.max(0, Math.min(8, rows - notices.length - 2));
  const files = totals.running.filter(({ seconds }) => seconds >= shortest).slice(0, most);
  return [...files.map((file) => fileLine(file, undefined, width)), totalLine(totals, width), ...notices];
}

/** One line for logs: `12 of 200 files, 45% of 1.2 GiB, 81.2 MiB/s, 0:12 left`. */
export function plainProgress(totals: Totals): string {
  const [single] = totals.running;
  const head = totals.files === 1 && single !== undefined ? `${plainName(single.name)}: ` : `${countText(totals)}, `;
  return [`${head}${amountOf(totals)}`, ...waitingLines(totals)].join('; ');
}

function countText({ published, files }: Totals): string {
  return `${published} of ${files} files`;
}

/** Without rate and time while all uploads wait. */
function amountOf(totals: Totals): string {
  const { bytes, size, running } = totals;
  const moving = running.length === 0 || running.some(({ waiting }) => waiting === undefined);
  return amountText({ acknowledged: bytes, total: size, bytesPerSecond: moving ? totals.bytesPerSecond : 0 });
}

/** A line of one upload; `totals`: of a single file, with its rate and time. */
function fileLine({ name, bytes, size }: RunningFile, totals: Totals | undefined, width: number): string {
  const long =
    totals === undefined ? amountText({ acknowledged: bytes, total: size, bytesPerSecond: 0 }) : amountOf(totals);
  const percent = percentText(bytes, size);
  const amounts = [long, long.replace(/ of [^,]*/, ''), `${percent}${leftOf(long)}`];
  const fits = amounts.find((amount) => amount.length + 2 + Math.min(12, columnsOf(plainName(name))) <= width);
  const amount = fits ?? percent;
  const forName = Math.max(4, Math.min(longestName, width - amount.length - 2));
  const shown = shortenName(plainName(name), forName);
  return withBar(
    shown + ' '.repeat(totals === undefined ? forName - columnsOf(shown) : 0),
    amount,
    shareOf(bytes, size),
    width,
  );
}

/** The counts, and as much of the rest as fits. */
function totalLine(totals: Totals, width: number): string {
  const { bytes, size, failed, published, files } = totals;
  const long = amountOf(totals);
  const count = countText(totals);
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const percent = percentText(bytes, size);
  const short = [
    `${count}, ${percent}${leftOf(long)}${failures}`,
    `${count}, ${percent}${failures}`,
    `${published} of ${files}, ${percent}`,
    percent,
  ];
  const whole = `${long}${failures}`;
  if (columnsOf(count) + 2 + whole.length <= width) return withBar(count, whole, shareOf(bytes, size), width);
  const shorter = `${count}, ${whole.replace(/ of [^,]*/, '')}`;
  return [shorter, ...short].find((text) => text.length <= width) ?? cutTo(percent, width);
}

/** A title and an amount, with a bar between them if there is space left. */
function withBar(title: string, amount: string, share: number | undefined, width: number): string {
  const bar = Math.min(longestBar, width - columnsOf(title) - amount.length - 4);
  if (share === undefined || bar < 5) return cutTo(`${title}  ${amount}`, width);
  const full = Math.floor(bar * share);
  return `${title} [${'='.repeat(full)}${' '.repeat(bar - full)}] ${amount}`;
}

/** The time left in an amount: `, 0:12 left`. */
function leftOf(amount: string): string {
  return /, [\d:]+ left$/.exec(amount)?.[0] ?? '';
}

function shareOf(bytes: number, size: number | undefined): number | undefined {
  return size === undefined ? undefined : size === 0 ? 1 : Math.min(1, bytes / size);
}

function percentText(bytes: number, size: number | undefined): string {
  const share = shareOf(bytes, size);
  return share === undefined ? bytesText(bytes) : `${Math.floor(share * 100)}%`;
}
