import { packageFolder } from '../../diagnostics/index.ts';

/** The schemas that the package brings along. */
export const wellKnownFolder: URL = new URL('schema/well-known/', packageFolder);
