// Summaries of the figures of several rounds.

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The median; of an even number, the smaller of the two middle ones. */
export const median = (values) => quantile(values, 0.5);

/** The quantile for a share from 0 to 1. */
export function quantile(values, share) {
  const ordered = sorted(values);
  return ordered[Math.floor((ordered.length - 1) * share)];
}

/** `min-max`, which shows how quiet the machine was. */
export const spread = (values, digits = 0) =>
  `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`;

/**
 * How many times less `own` is than `other`, by their summaries: the median of pairs, which were measured one after the
 * other, with its quartiles. The summaries of different numbers of rounds have no pairs.
 */
export function timesLess(own, other) {
  const { values } = own;
  if (values.length !== other.values.length) return { median: other.median / own.median };
  return summary(values.map((value, index) => other.values[index] / value));
}

/** The summary of one figure. */
export function summary(values) {
  return {
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    lowerQuartile: quantile(values, 0.25),
    upperQuartile: quantile(values, 0.75),
    values,
  };
}

/** The spread of a figure: that of the middle half of many short turns, or of all rounds. */
export const spreadOf = ({ lowerQuartile, upperQuartile, min, max }, turns = 1) =>
  turns > 1 ? { least: lowerQuartile, most: upperQuartile } : { least: min, most: max };
