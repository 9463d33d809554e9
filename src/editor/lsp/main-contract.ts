import { basename, dirname } from 'node:path/posix';
import type { Overrides, ReadIncluded } from '../../contract/index.ts';
import type { Source } from '../../diagnostics/index.ts';
import type { ComparedTarget } from '../../project/index.ts';
import { isXmlFile } from './file-kind.ts';

/** A contract that editors have open, or that includes an open file. */
export interface MainContract {
  readonly path: string;
  readonly overrides?: Overrides | undefined;
  /** The only file of interest of an unknown contract, so that declarations of other files are unknown too. */
  readonly fragment?: string | undefined;
  /** The folder of the configuration; undefined without one. */
  readonly folder?: string | undefined;
  /** What the configuration says of a WSDL. */
  readonly target?: Partial<ComparedTarget> | undefined;
}

/** The text of the main file, or one that includes a file whose contract is not known. */
export function mainSource({ path, fragment }: MainContract, read: ReadIncluded): Source | undefined {
  return fragment === undefined ? read(path).source : { file: path, text: mainOf(fragment, read) };
}

/** A contract around a file whose own contract is not known. */
export function fragmentMain(file: string): MainContract {
  const name = isXmlFile(file) ? `.soapwright-main-${basename(file)}.wsdl` : '.soapwright-main.yaml';
  return { path: `${dirname(file)}/${name}`, fragment: file };
}

/** A file that does not exist, so that unknown names are not errors. */
const unknownFile = '.soapwright-unknown.yaml';

function mainOf(file: string, read: ReadIncluded): string {
  if (isXmlFile(file)) return wsdlAround(file, read(file).source?.text ?? '');
  const name = JSON.stringify(basename(file));
  const head = 'soapwright: 1\nservice: Unknown\nnamespace: urn:unknown/\naddress: ""\n';
  return `${head}include: [${name}, ${unknownFile}]\n`;
}

/** A WSDL that imports a schema, or a WSDL that has no service. */
function wsdlAround(file: string, text: string): string {
  const location = encodeURI(basename(file)).replaceAll('&', '&amp;');
  const head = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">';
  if (/<(?:[\w.-]+:)?definitions\s/.test(text)) return `${head}<import location="${location}"/></definitions>`;
  const namespace = /\stargetNamespace\s*=\s*["']([^"'<]*)["']/.exec(text)?.[1];
  const attribute = namespace === undefined ? '' : `namespace="${namespace}" `;
  return `${head}<types><schema xmlns="http://www.w3.org/2001/XMLSchema">
<import ${attribute}schemaLocation="${location}"/></schema></types></definitions>`;
}

export function readOfFragment(read: ReadIncluded): ReadIncluded {
  return (file) => (file.endsWith(`/${unknownFile}`) ? { diagnostics: [] } : read(file));
}
