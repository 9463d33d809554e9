/** Text that tools lose: beyond the basic plane, right to left, markup characters, and every kind of white space. */
export const hardText =
  'emoji 😀 \u05E9\u05DC\u05D5\u05DD \u0627\u0644\u0639\u0631\u0628\u064A\u0629 <a>&amp;"\' ]] CR\r\nLF\nTAB\tend';

export const hardTime = '2024-02-29T23:59:59.1234567Z';
