// An attribute is five numbers: start, colon (-1: none) and end of its name, start and end of its value.
export const WORDS = 5;
export const COLON_AT = 1;
export const NAME_END = 2;
export const VALUE = 3;
export const VALUE_END = 4;

// Results of a lookup by name in the place of an index.
/** No attribute of the start tag has this name. */
export const ABSENT = -1;
/** The layout does not know the name: attributes have to be compared with it. */
export const UNKNOWN = -2;
