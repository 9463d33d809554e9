/** The path of the page. */
export declare const page: string;
/** A section by the anchor of its heading. @throws {Error} without one. */
export declare function section(id: string, text?: string): { readonly title: string; readonly text: string };
/** The anchor of a heading, as GitHub makes it. */
export declare function anchorOf(title: string): string;
/** The commands of a section. @throws {Error} without any. */
export declare function commands(id: string): string;
