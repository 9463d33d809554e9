import { NAME, NC_NAME, NM_TOKEN } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { AttributeName, Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { requiredText } from './attribute-text.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { collapseAll, replaceWhite } from './white-space-facet.ts';

const NO_STRING = 'it must be a string';

/** Reads xs:string: white space is preserved, line ends are LF (XML 1.0, 2.11). */
export function readString(reader: XmlReader): string {
  return reader.text();
}

/** Writes xs:string. @throws {XmlError} `missing-element`, or `value` for a character that XML 1.0 does not allow. */
export function writeString(writer: XmlWriter, tag: Tag, value: string | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'string') throw writer.invalid(tag, 'string', NO_STRING);
  writer.text(tag, value);
}

/** Reads an attribute of xs:string. @returns undefined without it. */
export function readStringAttribute(reader: XmlReader, name: AttributeName): string | undefined {
  return reader.attribute(name);
}

/** Reads a required attribute of xs:string. @throws {XmlError} `missing-attribute`. */
export function requiredStringAttribute(reader: XmlReader, name: AttributeName): string {
  return requiredText(reader, name);
}

/** Writes an attribute of xs:string, unless it is undefined. @throws {XmlError} `value`, as `writeString`. */
export function writeStringAttribute(writer: XmlWriter, name: AttributeName, value: string | undefined): void {
  if (value === undefined) return;
  if (typeof value !== 'string') throw writer.invalidAttribute(name, 'string', NO_STRING);
  writer.attribute(name, value);
}

function text(value: string): string {
  if (typeof value !== 'string') throw new ValueError(NO_STRING);
  return value;
}

export const string: SimpleType<string> = {
  name: 'string',
  whiteSpace: 'preserve',
  parse: (value) => value,
  print: text,
};

/** xs:normalizedString: tab, LF and CR become spaces (XML Schema part 2, 3.3.1). */
export const normalizedString: SimpleType<string> = {
  name: 'normalizedString',
  whiteSpace: 'replace',
  parse: replaceWhite,
  print: (value) => replaceWhite(text(value)),
};

/** xs:token and the types derived from it: white space is collapsed, and the text must match a pattern. */
function tokenLike(name: string, form?: RegExp, wanted = ''): SimpleType<string> {
  const check = (value: string): string => {
    const collapsed = collapseAll(value);
    if (form !== undefined && !form.test(collapsed)) throw new ValueError(wanted);
    return collapsed;
  };
  return { name, parse: check, print: (value) => check(text(value)) };
}

const NOT_NC = 'it must be a name without a colon';

export const token: SimpleType<string> = /* @__PURE__ */ tokenLike('token');
/** RFC 3066: `en`, `de-CH`. */
export const language: SimpleType<string> = /* @__PURE__ */ tokenLike(
  'language',
  /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/,
  'it must be a language code such as en or de-CH',
);
export const Name: SimpleType<string> = /* @__PURE__ */ tokenLike('Name', NAME, 'it must be an XML name');
export const NCName: SimpleType<string> = /* @__PURE__ */ tokenLike('NCName', NC_NAME, NOT_NC);
export const NMTOKEN: SimpleType<string> = /* @__PURE__ */ tokenLike(
  'NMTOKEN',
  NM_TOKEN,
  'it must hold name characters alone',
);
/** Neither the uniqueness of IDs nor the target of an IDREF is checked. */
export const ID: SimpleType<string> = /* @__PURE__ */ tokenLike('ID', NC_NAME, NOT_NC);
export const IDREF: SimpleType<string> = /* @__PURE__ */ tokenLike('IDREF', NC_NAME, NOT_NC);
export const ENTITY: SimpleType<string> = /* @__PURE__ */ tokenLike('ENTITY', NC_NAME, NOT_NC);
/** Any text: XML Schema 1.0 accepts everything that becomes a URI by escaping. */
export const anyURI: SimpleType<string> = /* @__PURE__ */ tokenLike('anyURI');
