export interface DiffOptions {
  /** Unchanged lines before and after a change. */
  readonly context?: number;
  /** The most lines, not counting the one that counts the omitted lines. */
  readonly limit?: number;
}

/** One line of a difference: `' '` in both texts, `'-'` only in the old one, `'+'` only in the new one. */
interface Edit {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** The most edits that are searched for: beyond, the whole middle is shown as replaced. */
const editLimit = 400;

/** Lines of a unified difference without the file header; none if the texts are equal. */
export function diffLines(before: string, after: string, options: DiffOptions = {}): readonly string[] {
  const { context = 2, limit = 20 } = options;
  const edits = editsOf(linesOf(before), linesOf(after));
  const lines = hunksOf(edits, context).flat();
  if (lines.length <= limit) return lines;
  const rest = lines.length - limit;
  return [...lines.slice(0, limit), `… ${rest} more ${rest === 1 ? 'line' : 'lines'}`];
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (text: string): Edit => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The fewest edits, after E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). */
function middle(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const trace: Int32Array[] = [];
  const most = Math.min(a.length + b.length, editLimit);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice());
    for (let k = -d; k <= d; k += 2) {
      const left = furthest[offset + k - 1] ?? 0;
      const above = furthest[offset + k + 1] ?? 0;
      let x = k === -d || (k !== d && left < above) ? above : left + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(a, b, trace, offset);
    }
  }
  return [...a.map((text): Edit => ({ sign: '-', text })), ...b.map((text): Edit => ({ sign: '+', text }))];
}

function backtrack(
  a: readonly string[],
  b: readonly string[],
  trace: readonly Int32Array[],
  offset: number,
): readonly Edit[] {
  const edits: Edit[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] ?? new Int32Array();
    const k = x - y;
    const left = furthest[offset + k - 1] ?? 0;
    const above = furthest[offset + k + 1] ?? 0;
    const down = k === -d || (k !== d && left < above);
    const fromX = d === 0 ? 0 : down ? above : left;
    const fromY = d === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      edits.push({ sign: ' ', text: a[--x] ?? '' });
      y--;
    }
    if (d === 0) break;
    if (down) edits.push({ sign: '+', text: b[--y] ?? '' });
    else edits.push({ sign: '-', text: a[--x] ?? '' });
  }
  return edits.reverse();
}

/** Changes with their context, each group after its `@@` line. */
function hunksOf(edits: readonly Edit[], context: number): readonly (readonly string[])[] {
  const changed = edits.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const ranges: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    const from = Math.max(0, index - context);
    const to = Math.min(edits.length, index + context + 1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  let done = 0;
  let before = 1;
  let after = 1;
  return ranges.map(({ from, to }) => {
    for (const { sign } of edits.slice(done, from)) {
      if (sign !== '+') before++;
      if (sign !== '-') after++;
    }
    const hunk = edits.slice(from, to);
    const inBefore = hunk.filter(({ sign }) => sign !== '+').length;
    const inAfter = hunk.filter(({ sign }) => sign !== '-').length;
    const head = `@@ -${range(before, inBefore)} +${range(after, inAfter)} @@`;
    before += inBefore;
    after += inAfter;
    done = to;
    return [head, ...shortened(hunk).map(({ sign, text }) => sign + text)];
  });
}

/** In UTF-16 code units: of a longer line only the part around the change is shown. */
const longestLine = 160;

function shortened(hunk: readonly Edit[]): readonly Edit[] {
  return hunk.map((edit, index) => {
    if (edit.text.length <= longestLine) return edit;
    const start = Math.max(0, commonStart(edit.text, partnerOf(hunk, index)?.text ?? '') - longestLine / 4);
    const part = edit.text.slice(start, start + longestLine);
    const end = start + longestLine < edit.text.length ? '…' : '';
    return { ...edit, text: `${start === 0 ? '' : '…'}${part}${end}` };
  });
}

/** The new line for a replaced one, and the old line for a new one. */
function partnerOf(hunk: readonly Edit[], index: number): Edit | undefined {
  const { sign } = hunk[index] ?? {};
  if (sign === undefined || sign === ' ') return undefined;
  const step = sign === '-' ? 1 : -1;
  let other = index;
  while (hunk[other]?.sign === sign) other += step;
  // Old lines come before the new ones, in the same order.
  let first = index;
  while (hunk[first - 1]?.sign === sign) first--;
  let start = other;
  if (sign === '+') while (hunk[start - 1]?.sign === '-') start--;
  const found = hunk[start + index - first];
  return found === undefined || found.sign === sign || found.sign === ' ' ? undefined : found;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at === b.length ? 0 : at;
}

/** As `diff -u` counts: an empty range starts after the preceding line. */
function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;
}
