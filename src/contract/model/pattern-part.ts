/** No text is as long. */
const unlimited = 2 ** 30;

/** A part of an expression. */
export interface Part {
  readonly source: string;
  /** Of the automaton that matches it, as the runtime counts them: a repeated set needs one or two and a counter. */
  readonly steps: number;
  /** Whether it is always one character. */
  readonly isSet: boolean;
  /** The repeated part and its bounds, if it is one repetition. */
  readonly repeated?: { readonly of: Part; readonly least: number; readonly most: number };
}

/** A part that is repeated. @param most may be Infinity. */
export function repetition(of: Part, least: number, most: number): Part {
  const varies = most > least ? 1 : 0;
  const copied = most === Number.POSITIVE_INFINITY ? Math.max(least, 1) * of.steps + 1 : most * (of.steps + varies);
  const counted = 1 + Math.floor(least / 64) + (least > 0 ? varies : 0);
  const isOnce = least === 1 && most === 1;
  const count = most === Number.POSITIVE_INFINITY ? `${least},` : least === most ? least : `${least},${most}`;
  return {
    source: `${of.source}{${count}}`,
    steps: of.isSet ? counted : Math.max(1, copied),
    isSet: isOnce && of.isSet,
    repeated: { of, least, most },
  };
}

/** One repetition for a repeated one: `(a{0,3}){0,5}` is `a{0,15}`. Undefined where counts are left out, as in `(a{2}){0,5}`. */
export function merged({ repeated }: Part, least: number, most: number): Part | undefined {
  if (repeated === undefined) return undefined;
  const { least: from, most: to } = repeated;
  const hasGap = least < most && (least === 0 ? from > 1 : least * (to - from) + 1 < from);
  const all = from * least;
  if (hasGap || all > unlimited) return undefined;
  const limit = to === 0 || most === 0 ? 0 : to * most;
  return repetition(repeated.of, all, limit > unlimited ? Number.POSITIVE_INFINITY : limit);
}

const sumOf = (parts: readonly Part[]): number =>
  Math.max(
    1,
    parts.reduce((sum, { steps }) => sum + steps, 0),
  );

export function sequenceOf(parts: readonly Part[]): Part {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { source: parts.map(({ source }) => source).join(''), steps: sumOf(parts), isSet: false };
}

export function choiceOf(branches: readonly Part[]): Part {
  const isSet = branches.every((branch) => branch.isSet);
  const source = branches.map((branch) => branch.source).join('|');
  return { source, steps: isSet ? 1 : sumOf(branches) + branches.length - 1, isSet };
}
