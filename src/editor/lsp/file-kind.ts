import type { ConstructName } from '../../contract/index.ts';
import { configFileName } from '../../project/index.ts';

/** The construct at the top of a file; undefined for YAML of other programs. */
export function topConstructOf(path: string, languageId: string, text: string): ConstructName | undefined {
  if (path.endsWith(`/${configFileName}`)) return 'configuration';
  const isOurs = /^soapwright:/m.test(text) || languageId === 'soapwright-contract';
  if (!isOurs) return undefined;
  if (/^generate:/m.test(text)) return 'configuration';
  // An overlay of header blocks alone looks like an included file of a contract, but for its name.
  return /^components:/m.test(text) || /\.overlay\.ya?ml$/.test(path) ? 'overlay' : 'contract';
}
