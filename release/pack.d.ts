/** The folder of the packed packages. */
export declare const folder: string;

/** @returns the path of the packed file of a package, such as `@soapwright/runtime`. */
export declare function packedFile(name: string): string;

/** Packs packages. @param folders all of them by default. */
export declare function pack(folders?: readonly string[]): void;
