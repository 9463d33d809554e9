/** Returns the first of some consecutive free ports of the loopback interface, below those that the system gives away. */
export declare function freePorts(count: number): Promise<number>;

/** Returns a free port of the loopback interface, below those that the system gives away. */
export declare function freePort(): Promise<number>;
