import { basename } from 'node:path/posix';
import { type ConstructName, wsdlNamespace, xsdNamespace } from '../../contract/index.ts';
import { configFileName } from '../../project/index.ts';

/** What a file holds: a construct of YAML at its top, or a WSDL or schema. */
export type FileKind = ConstructName | 'xml';

/** The kind of a file; undefined for YAML and XML of other programs. */
export function fileKindOf(path: string, languageId: string, text: string): FileKind | undefined {
  if (basename(path) === configFileName) return 'configuration';
  if (/\.(?:wsdl|xsd)$/i.test(path)) return 'xml';
  if (languageId === 'xml') return hasContractRoot(text) ? 'xml' : undefined;
  const isOurs = /^soapwright:/m.test(text) || languageId === 'soapwright-contract';
  if (!isOurs) return undefined;
  if (/^generate:/m.test(text)) return 'configuration';
  // An overlay of header blocks alone looks like an included file of a contract, but for its name.
  return /^components:/m.test(text) || /\.overlay\.ya?ml$/.test(path) ? 'overlay' : 'contract';
}

/** Whether a path is that of a WSDL or a schema: contracts in YAML have other names. */
export function isXmlFile(path: string): boolean {
  return /\.(?:wsdl|xsd|xml)$/i.test(path);
}

function hasContractRoot(text: string): boolean {
  const start = /<(?:[\w.-]+:)?(?:definitions|schema)\s[^>]*/.exec(text)?.[0] ?? '';
  return start.includes(wsdlNamespace) || start.includes(xsdNamespace);
}
