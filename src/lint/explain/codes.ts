import { componentCodes, schemaCodes } from './codes-components.ts';
import { configCodes } from './codes-config.ts';
import { contractCodes } from './codes-contract.ts';
import { outputCodes } from './codes-output.ts';
import { sourceCodes } from './codes-source.ts';

/** What a diagnostic's message leaves unsaid. */
export interface CodeText {
  readonly meaning: string;
  /** What leads to it: part of a file, or what was typed. */
  readonly example: string;
}

/** By code. A test shows that none is missing. */
export const codePages: Readonly<Record<string, CodeText>> = {
  ...sourceCodes,
  ...contractCodes,
  ...componentCodes,
  ...schemaCodes,
  ...configCodes,
  ...outputCodes,
};
