import { NAME, NC_NAME, NM_TOKEN } from '../xml/names.ts';
import { type SimpleType, ValueError } from './simple-type.ts';
import { collapseAll, replaceWhite } from './spaces.ts';

function text(value: string): string {
  if (typeof value !== 'string') throw new ValueError('it must be a string');
  return value;
}

/** xs:string, as it stands. */
export const string: SimpleType<string> = {
  name: 'string',
  whiteSpace: 'preserve',
  parse: (value) => value,
  print: text,
};

/** xs:normalizedString: tab, LF and CR are spaces (XML Schema part 2, 3.3.1). */
export const normalizedString: SimpleType<string> = {
  name: 'normalizedString',
  whiteSpace: 'replace',
  parse: replaceWhite,
  print: (value) => replaceWhite(text(value)),
};

/** The types below xs:token: white space collapsed, and a form of their own. */
function tokenLike(name: string, form?: RegExp, wanted = ''): SimpleType<string> {
  const check = (value: string): string => {
    const collapsed = collapseAll(value);
    if (form !== undefined && !form.test(collapsed)) throw new ValueError(wanted);
    return collapsed;
  };
  return { name, parse: check, print: (value) => check(text(value)) };
}

const NOT_NC = 'it must be a name without a colon';

export const token: SimpleType<string> = tokenLike('token');
/** RFC 3066: `en`, `de-CH`. */
export const language: SimpleType<string> = tokenLike(
  'language',
  /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/,
  'it must be a language code such as en or de-CH',
);
export const Name: SimpleType<string> = tokenLike('Name', NAME, 'it must be an XML name');
export const NCName: SimpleType<string> = tokenLike('NCName', NC_NAME, NOT_NC);
export const NMTOKEN: SimpleType<string> = tokenLike('NMTOKEN', NM_TOKEN, 'it must hold name characters alone');
/** That no two are the same in a message is not checked, nor what an IDREF points at. */
export const ID: SimpleType<string> = tokenLike('ID', NC_NAME, NOT_NC);
export const IDREF: SimpleType<string> = tokenLike('IDREF', NC_NAME, NOT_NC);
export const ENTITY: SimpleType<string> = tokenLike('ENTITY', NC_NAME, NOT_NC);
/** Any text: XML Schema 1.0 takes what can be made a URI by escaping, which is everything. */
export const anyURI: SimpleType<string> = tokenLike('anyURI');
