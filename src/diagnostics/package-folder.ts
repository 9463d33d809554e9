/** The folder of this package. Modules of a room and bundles are two folders below it: here, in dist/ and in dist/command/. */
export const packageFolder: URL = new URL('../../', import.meta.url);
