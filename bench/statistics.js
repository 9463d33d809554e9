// What is said about the figures of several rounds.

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The figure in the middle; the smaller one of the two in the middle of an even number. */
export const median = (values) => quantile(values, 0.5);

/** The figure below which such a share of the others lies. */
export function quantile(values, share) {
  const ordered = sorted(values);
  return ordered[Math.floor((ordered.length - 1) * share)];
}

/** `min-max`, for the reader to judge how quiet the machine was. */
export const spread = (values, digits = 0) =>
  `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`;

/** All that is kept of one figure. */
export function summary(values) {
  return {
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    lowerQuartile: quantile(values, 0.25),
    upperQuartile: quantile(values, 0.75),
    rounds: values.length,
  };
}
