/**
 * All values of a header, in their order.
 *
 * @param headers names and values alternately.
 * @param name in any case.
 */
export function headerValues(headers: readonly string[], name: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name.toLowerCase());
}
