// An attribute is five numbers: start, colon (-1: none) and end of its name, start and end of its value.
export const WORDS = 5;
export const COLON_AT = 1;
export const NAME_END = 2;
export const VALUE = 3;
export const VALUE_END = 4;
