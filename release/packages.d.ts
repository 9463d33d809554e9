export declare const root: string;
export declare const published: readonly string[];
export declare const versioned: readonly string[];
export declare const mentions: readonly string[];

/** Parts of a package.json. */
export declare function manifestOf(
  folder: string,
  from?: string,
): {
  readonly name: string;
  readonly version: string;
  readonly types: string;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly [string]>> };
};
