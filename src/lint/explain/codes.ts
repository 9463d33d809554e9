import type { CodeText } from './code-text.ts';
import { componentCodes, schemaCodes } from './codes-components.ts';
import { configCodes } from './codes-config.ts';
import { contractCodes } from './codes-contract.ts';
import { outputCodes } from './codes-output.ts';
import { sourceCodes } from './codes-source.ts';

/** By code. A test shows that none is missing. */
export const codePages: Readonly<Record<string, CodeText>> = {
  ...sourceCodes,
  ...contractCodes,
  ...componentCodes,
  ...schemaCodes,
  ...configCodes,
  ...outputCodes,
};
