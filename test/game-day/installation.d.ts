import type { Installation } from './game-day.js';

/** Starts the service, with what faults need: disk, faketime, openssl, clamd, servers. */
export declare function install(needs: ReadonlySet<string>): Promise<Installation>;
