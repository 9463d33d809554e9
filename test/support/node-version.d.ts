/** Installs a major version of Node from npm below .build, unless it is there. Returns the folder of its program. */
export declare function installNode(version: string): string;
