/** PostgreSQL with a synchronous standby and an S3 store on this machine. */
export interface Engines {
  /** The folder has `a`, `b` and their logs; the standby `b` is on the port after that of the primary `a`. */
  readonly database: { readonly folder: string; readonly port: number };
  /** The folder has the configuration, the data and the `*.pid` files of the store. */
  readonly store: { readonly kind: 'ceph' | 'swift'; readonly folder: string; readonly port: number };
  /** Environment variables for tests. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the servers, and removes their folder. */
  close(): void;
}

export declare function startEngines(kind: 'ceph' | 'swift'): Promise<Engines>;
