/** Text that tools lose: beyond the basic plane, markup, white space of every kind. */
export const hardText = ' 😀 שלום <a>&amp;"\' ]]> CR\r LF\n CRLF\r\n TAB\t end ';

/** Bytes that are not text in UTF-8, and whose base64 has both of its special characters and padding. */
export const bytes: Uint8Array = Uint8Array.of(0, 251, 255, 191, 13, 10, 128);

export const largestLong: bigint = 2n ** 63n - 1n;
export const smallestLong: bigint = -(2n ** 63n);
