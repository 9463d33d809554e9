/**
 * The schemas that the package brings along. This file is one folder below `src`, so that its relative path is also valid
 * in `dist` and in the bundled command.
 */
export const wellKnownFolder: URL = new URL('../../schema/well-known/', import.meta.url);
