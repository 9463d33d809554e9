import type { Annotated, ForeignAttribute } from './schema-components.ts';

/** The media types of binary data in an element (Describing Media Content of Binary Data in XML, 3.2). */
const expectedContentTypes = { namespace: 'http://www.w3.org/2005/05/xmlmime', local: 'expectedContentTypes' };

const mediaType = String.raw`[\w.!#$&^+*-]+/[\w.!#$&^+*-]+(?:[ \t]*;[ \t]*[\w.!#$&^+*-]+=(?:[\w.!#$&^+*-]+|"[^"\\]*"))*`;

/** One or several media types, perhaps with wildcards and parameters (RFC 9110, 12.5.1). */
export const mediaTypes: RegExp = new RegExp(String.raw`^\s*${mediaType}(?:\s*,\s*${mediaType})*\s*$`);

export function isContentTypes({ name }: ForeignAttribute): boolean {
  return name.local === expectedContentTypes.local && name.namespace === expectedContentTypes.namespace;
}

export function contentTypesAttribute(value: string): ForeignAttribute {
  return { name: expectedContentTypes, value };
}

/** The Content-Type of the part of a value that has none: the first media type without wildcards; undefined without one. */
export function defaultContentType({ foreign = [] }: Pick<Annotated, 'foreign'>): string | undefined {
  const value = foreign.find(isContentTypes)?.value;
  if (value === undefined || !mediaTypes.test(value)) return undefined;
  const found = value.match(new RegExp(mediaType, 'g'))?.find((one) => !one.includes('*'));
  return found?.replace(/[ \t]*;[ \t]*q=[\d.]+/, '');
}
