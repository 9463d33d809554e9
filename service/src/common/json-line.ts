/** A JSON object on one line. Integers beyond the safe range are strings. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? exact(each) : each))}\n`;
}

function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
