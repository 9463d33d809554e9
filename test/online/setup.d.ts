/** The folder of Bun, Deno and workerd. */
export declare const programs: string;
