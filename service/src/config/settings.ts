import type { LogLevel } from '../common/logger.ts';

/** Settings of the service: from flags, otherwise the environment, the configuration file, or the default. */
export interface Settings {
  /** The data folder. */
  readonly data: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of the URLs that callers use; undefined: host and port. */
  readonly publicUrl: string | undefined;
  /** Paths of PEM files. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** All requests come through a proxy that sets X-Forwarded-For, -Proto and -Host. */
  readonly trustProxy: boolean;
  /** Path of the file with the service key; undefined: `service.key` in the data folder. */
  readonly serviceKeyFile: string | undefined;
  /** Whether guessing of secrets is rate-limited. */
  readonly rateLimit: boolean;
  /** Wrong secrets allowed within `rateLimitSeconds`. */
  readonly rateLimitKey: number;
  readonly rateLimitAccount: number;
  readonly rateLimitAddress: number;
  readonly rateLimitSeconds: number;
  /** Minutes between sweeps. */
  readonly sweepMinutes: number;
  readonly logLevel: LogLevel | 'silent';
  /** Where /healthz, /readyz and /metrics are served; without a port: on the port of the service. */
  readonly adminHost: string;
  readonly adminPort: number | undefined;
  /** Bytes of a request. */
  readonly limitsBody: number;
  /** Bytes of a chunk. */
  readonly limitsChunk: number;
  /** Bytes of all unfinished uploads. */
  readonly limitsSpool: number;
  /** Bytes that must be free on the volume of the data folder, or the service is not ready. */
  readonly limitsFree: number;
  /** Concurrent requests, and requests in the queue. */
  readonly limitsConcurrent: number;
  readonly limitsQueued: number;
  /** Maximum event loop delay of a request in milliseconds. */
  readonly limitsDelay: number;
  /** Concurrent connections. */
  readonly limitsConnections: number;
  /** Seconds for the head of a request, for all of it, between two pieces of its body, for an idle connection. */
  readonly timeoutsHeaders: number;
  readonly timeoutsRequest: number;
  readonly timeoutsBody: number;
  readonly timeoutsKeepAlive: number;
  /** Seconds for a caller that does not read its response, and for a request in the queue. */
  readonly timeoutsWrite: number;
  readonly timeoutsQueue: number;
  /** Seconds for running requests to finish at a stop. */
  readonly stopSeconds: number;
  /** Seconds between /readyz turning "not ready" and the port closing, for load balancers. */
  readonly drainSeconds: number;
  /** Lifetime of a session token. */
  readonly sessionHours: number;
  /** Lifetime of a pending sign-in. */
  readonly signInMinutes: number;
  /** Timeout of calls to an identity provider. */
  readonly providerSeconds: number;
  /** Until an idle upload expires. */
  readonly uploadHours: number;
}

/** A setting: its key, and how its text is parsed. Environment variable and flag are derived from its name. */
export interface Setting<T> {
  /** Keys in the configuration file, outermost first. */
  readonly path: readonly string[];
  readonly fallback: T;
  /** Undefined for an invalid text. */
  readonly read: (text: string) => T | undefined;
  /** Description of valid values, to follow "must be". */
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

const units: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };

/** A number of bytes: `65536`, `64 MiB`. */
const bytes: Pick<Setting<number>, 'read' | 'wanted'> = {
  read(value) {
    const [, digits, unit = 'B'] = /^(\d{1,15}) ?(B|KiB|MiB|GiB|TiB)?$/.exec(value) ?? [];
    const size = Number(digits) * (units[unit] ?? Number.NaN);
    return Number.isSafeInteger(size) && size > 0 ? size : undefined;
  },
  wanted: 'a number of bytes, such as 65536 or 64 MiB',
};

const path = { read: text, wanted: 'a path' } as const;
const flag = { read: yesNo, wanted: 'true or false' } as const;
const count = whole(1, 1_000_000);
const seconds = whole(1, 86_400);
const mebibyte = 1024 ** 2;

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
  adminHost: { path: ['admin', 'host'], fallback: '127.0.0.1', read: text, wanted: 'a host name or address' },
  adminPort: { path: ['admin', 'port'], fallback: undefined, ...whole(0, 65_535) },
  limitsBody: { path: ['limits', 'body'], fallback: 64 * mebibyte, ...bytes },
  limitsChunk: { path: ['limits', 'chunk'], fallback: 1024 * mebibyte, ...bytes },
  limitsSpool: { path: ['limits', 'spool'], fallback: 10 * 1024 * mebibyte, ...bytes },
  limitsFree: { path: ['limits', 'free'], fallback: 64 * mebibyte, ...bytes },
  limitsConcurrent: { path: ['limits', 'concurrent'], fallback: 256, ...count },
  limitsQueued: { path: ['limits', 'queued'], fallback: 1_024, ...whole(0, 1_000_000) },
  limitsDelay: { path: ['limits', 'delay'], fallback: 2_000, ...whole(1, 3_600_000) },
  limitsConnections: { path: ['limits', 'connections'], fallback: 10_000, ...count },
  timeoutsHeaders: { path: ['timeouts', 'headers'], fallback: 20, ...seconds },
  timeoutsRequest: { path: ['timeouts', 'request'], fallback: 300, ...seconds },
  timeoutsBody: { path: ['timeouts', 'body'], fallback: 30, ...seconds },
  timeoutsKeepAlive: { path: ['timeouts', 'keepAlive'], fallback: 30, ...seconds },
  timeoutsWrite: { path: ['timeouts', 'write'], fallback: 30, ...seconds },
  timeoutsQueue: { path: ['timeouts', 'queue'], fallback: 5, ...seconds },
  stopSeconds: { path: ['stopSeconds'], fallback: 30, ...seconds },
  drainSeconds: { path: ['drainSeconds'], fallback: 0, ...whole(0, 3_600) },
  sessionHours: { path: ['sessionHours'], fallback: 8, ...whole(1, 8_760) },
  signInMinutes: { path: ['signInMinutes'], fallback: 10, ...whole(1, 1_440) },
  providerSeconds: { path: ['providerSeconds'], fallback: 10, ...whole(1, 300) },
  uploadHours: { path: ['uploadHours'], fallback: 24, ...whole(1, 8_760) },
};

/**
 * Why a chunk of the largest size may not fit into a request, undefined when it does. A chunk that streams to the disk
 * does not count as body; one that cannot be streamed does, in base64.
 */
export function chunkOverBody({ limitsChunk, limitsBody }: Settings): string | undefined {
  const needed = 4 * Math.ceil(limitsChunk / 3) + besideChunk;
  // A larger chunk than the body is meant for streaming alone.
  if (limitsChunk > limitsBody || needed <= limitsBody) return undefined;
  return `limits.chunk (${limitsChunk}) does not fit into limits.body (${limitsBody}) in base64`;
}

/** Bytes for the other fields and the envelope. */
const besideChunk = 64 * 1024;

function webAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url !== undefined && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return plain && /^https?:$/.test(url.protocol) ? value : undefined;
}

function logLevel(value: string): LogLevel | 'silent' | undefined {
  const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
  return levels.find((level) => level === value);
}
