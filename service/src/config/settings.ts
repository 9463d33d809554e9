import type { LogLevel } from '../log/logger.ts';

/** How the service runs. From flags, else the environment, else the configuration file, else the default. */
export interface Settings {
  /** The data folder. */
  readonly data: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Base of the addresses that callers see; undefined: host and port. */
  readonly publicUrl: string | undefined;
  /** Paths of PEM files. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** A proxy in front sets X-Forwarded-For, -Proto and -Host, and nobody comes past it. */
  readonly trustProxy: boolean;
  /** Path of a file that holds the service's key; undefined: `service.key` in the data folder. */
  readonly serviceKeyFile: string | undefined;
  /** Whether guessing of secrets is slowed. */
  readonly rateLimit: boolean;
  /** Wrong secrets that are taken in `rateLimitSeconds`. */
  readonly rateLimitKey: number;
  readonly rateLimitAccount: number;
  readonly rateLimitAddress: number;
  readonly rateLimitSeconds: number;
  /** Minutes between sweeps. */
  readonly sweepMinutes: number;
  readonly logLevel: LogLevel | 'silent';
}

/** One setting: where it is found, and how its text is read. Environment variable and flag follow from the path. */
export interface Setting<T> {
  /** Keys in the configuration file, from the outside in. */
  readonly path: readonly string[];
  readonly fallback: T;
  /** Undefined when the text is not what is wanted. */
  readonly read: (text: string) => T | undefined;
  /** What is wanted, to follow "must be". */
  readonly wanted: string;
}

const text = (value: string): string => value;

const yesNo = (value: string): boolean | undefined =>
  ({ true: true, false: false, '1': true, '0': false })[value.toLowerCase()];

function whole(least: number, most: number): Pick<Setting<number>, 'read' | 'wanted'> {
  return {
    read: (value) => (/^\d{1,10}$/.test(value) && +value >= least && +value <= most ? +value : undefined),
    wanted: `a whole number from ${least} to ${most}`,
  };
}

const path = { read: text, wanted: 'a path' } as const;
const flag = { read: yesNo, wanted: 'true or false' } as const;
const count = whole(1, 1_000_000);

export const settings: { readonly [name in keyof Settings]: Setting<Settings[name]> } = {
  data: { path: ['data'], fallback: './data', ...path },
  host: { path: ['host'], fallback: '127.0.0.1', read: text, wanted: 'a host name or address' },
  port: { path: ['port'], fallback: 8080, ...whole(0, 65_535) },
  publicUrl: { path: ['publicUrl'], fallback: undefined, read: webAddress, wanted: 'an http or https address' },
  tlsCert: { path: ['tls', 'cert'], fallback: undefined, ...path },
  tlsKey: { path: ['tls', 'key'], fallback: undefined, ...path },
  trustProxy: { path: ['trustProxy'], fallback: false, ...flag },
  serviceKeyFile: { path: ['serviceKeyFile'], fallback: undefined, ...path },
  rateLimit: { path: ['rateLimit', 'enabled'], fallback: true, ...flag },
  rateLimitKey: { path: ['rateLimit', 'key'], fallback: 20, ...count },
  rateLimitAccount: { path: ['rateLimit', 'account'], fallback: 10, ...count },
  rateLimitAddress: { path: ['rateLimit', 'address'], fallback: 50, ...count },
  rateLimitSeconds: { path: ['rateLimit', 'seconds'], fallback: 900, ...whole(1, 86_400) },
  sweepMinutes: { path: ['sweepMinutes'], fallback: 10, ...whole(1, 1440) },
  logLevel: { path: ['logLevel'], fallback: 'info', read: logLevel, wanted: 'debug, info, warn, error or silent' },
};

function webAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  return plain && /^https?:$/.test(url.protocol) ? value : undefined;
}

function logLevel(value: string): LogLevel | 'silent' | undefined {
  const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
  return levels.find((level) => level === value);
}
