/** Stands where a sensitive value is: it says nothing about its length (rule R5). */
export const masked = '••••••••';

const longestText = 2_000;
const longestBinary = 96;

/** A text, cut where it is too long to be read. */
export function shortText(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${text.length.toLocaleString('en')} characters)`;
}

/** The beginning of a base64 text. @param size how many bytes it stands for. */
export function shortBinary(text: string, size: number): string {
  return text.length <= longestBinary ? text : `${text.slice(0, longestBinary / 2)}… (${byteCount(size)})`;
}

export function byteCount(size: number): string {
  return `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`;
}
