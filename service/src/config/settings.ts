import type { LogLevel } from '../common/logger.ts';
import { isLoopbackHost } from '../common/network.ts';

/** A setting: its key, and how its text is parsed. Environment variable and flag are derived from its name. */
export interface Setting<T> {
  /** Keys in the configuration file, outermost first. */
  readonly path: readonly string[];
  readonly fallback: T;
  /** Undefined for an invalid text. */
  readonly read: (text: string) => T | undefined;
  /** Description of valid values, to follow "must be". */
  readonly wanted: string;
  /** Whether its value may hold a password: only its source is shown. */
  readonly isSecret?: boolean;
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
export const bytes: Pick<Setting<number>, 'read' | 'wanted'> = {
  read(value) {
    const [, digits, unit = 'B'] = /^(\d{1,15}) ?(B|KiB|MiB|GiB|TiB)?$/.exec(value) ?? [];
    const size = Number(digits) * (units[unit] ?? Number.NaN);
    return Number.isSafeInteger(size) && size > 0 ? size : undefined;
  },
  wanted: 'a number of bytes, such as 65536 or 64 MiB',
};

const share: Pick<Setting<number>, 'read' | 'wanted'> = {
  read: (value) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(value) ? Number(value) : undefined),
  wanted: 'a number from 0 to 1',
};

const path = { read: text, wanted: 'a path' } as const;
const host = { read: text, wanted: 'a host name or address' } as const;
const hostNames = { read: namesOfHosts, wanted: 'host names without ports, separated by commas' } as const;
const origins = { read: webOrigins, wanted: 'origins such as https://app.example, separated by commas, or *' } as const;
const address = { read: webAddress, wanted: 'an http or https address' } as const;
const name = { read: text, wanted: 'a name' } as const;
const program = { read: text, wanted: 'a program' } as const;
const databaseAddress = { read: postgresAddress, wanted: 'a postgres address' } as const;
const level = { read: logLevel, wanted: 'debug, info, warn, error or silent' } as const;
const port = whole(0, 65_535);
const flag = { read: yesNo, wanted: 'true or false' } as const;
const count = whole(1, 1_000_000);
const seconds = whole(1, 86_400);
const mebibyte = 1024 ** 2;

/** All settings: each from flags, otherwise the environment, the configuration file, or the default. */
class SettingsTable {
  /** The data folder. */
  readonly data: Setting<string> = { path: ['data'], fallback: './data', ...path };
  readonly host: Setting<string> = { path: ['host'], fallback: '127.0.0.1', ...host };
  /** 0: any free port. */
  readonly port: Setting<number> = { path: ['port'], fallback: 8080, ...port };
  /** Base of the URLs that callers use; undefined: host and port. */
  readonly publicUrl: Setting<string | undefined> = { path: ['publicUrl'], fallback: undefined, ...address };
  /** Paths of PEM files. */
  readonly tlsCert: Setting<string | undefined> = { path: ['tls', 'cert'], fallback: undefined, ...path };
  readonly tlsKey: Setting<string | undefined> = { path: ['tls', 'key'], fallback: undefined, ...path };
  /** Seconds for which browsers may reach the host by HTTPS alone; 0: the header is not sent. */
  readonly tlsHsts: Setting<number> = { path: ['tls', 'hsts'], fallback: 15_552_000, ...whole(0, 315_360_000) };
  /** All requests come through a proxy that sets X-Forwarded-For, -Proto and -Host. */
  readonly trustProxy: Setting<boolean> = { path: ['trustProxy'], fallback: false, ...flag };
  /** Path of the file with the service key; undefined: `service.key` in the data folder. */
  readonly serviceKeyFile: Setting<string | undefined> = { path: ['serviceKeyFile'], fallback: undefined, ...path };
  /** Whether the bytes of new uploads are sealed with data keys of their tenants. */
  readonly encryption: Setting<boolean> = { path: ['encryption', 'enabled'], fallback: false, ...flag };
  /** Program that seals and unseals data keys, with its arguments; undefined: the service key does. */
  readonly encryptionKms: Setting<string | undefined> = {
    path: ['encryption', 'kms'],
    fallback: undefined,
    ...program,
  };
  /** Path of the file with the hooks; undefined: none. */
  readonly hooksFile: Setting<string | undefined> = { path: ['hooksFile'], fallback: undefined, ...path };
  /** URL of a PostgreSQL database that processes on many machines share; undefined: SQLite in the data folder. */
  readonly databaseUrl: Setting<string | undefined> = {
    path: ['database', 'url'],
    fallback: undefined,
    ...databaseAddress,
    isSecret: true,
  };
  /** Most connections of a process. */
  readonly databaseConnections: Setting<number> = {
    path: ['database', 'connections'],
    fallback: 10,
    ...whole(1, 1_000),
  };
  /** An S3 store for the bytes of files, with PostgreSQL; undefined: the data folder. */
  readonly objectsEndpoint: Setting<string | undefined> = {
    path: ['objects', 'endpoint'],
    fallback: undefined,
    ...address,
  };
  readonly objectsBucket: Setting<string | undefined> = { path: ['objects', 'bucket'], fallback: undefined, ...name };
  readonly objectsRegion: Setting<string> = { path: ['objects', 'region'], fallback: 'us-east-1', ...name };
  /** Path of a file of credentials; undefined: from the environment, the container or the instance. */
  readonly objectsCredentialsFile: Setting<string | undefined> = {
    path: ['objects', 'credentialsFile'],
    fallback: undefined,
    ...path,
  };
  /** Hours until an object is deleted that nothing refers to: so far back the database can be restored. */
  readonly objectsKeepHours: Setting<number> = { path: ['objects', 'keepHours'], fallback: 168, ...whole(1, 8_760) };
  /** Whether guessing of secrets is rate-limited. */
  readonly rateLimit: Setting<boolean> = { path: ['rateLimit', 'enabled'], fallback: true, ...flag };
  /** Wrong secrets allowed within `rateLimitSeconds`. */
  readonly rateLimitKey: Setting<number> = { path: ['rateLimit', 'key'], fallback: 20, ...count };
  readonly rateLimitAccount: Setting<number> = { path: ['rateLimit', 'account'], fallback: 10, ...count };
  readonly rateLimitAddress: Setting<number> = { path: ['rateLimit', 'address'], fallback: 50, ...count };
  readonly rateLimitSeconds: Setting<number> = { path: ['rateLimit', 'seconds'], fallback: 900, ...whole(1, 86_400) };
  /** Minutes between sweeps. */
  readonly sweepMinutes: Setting<number> = { path: ['sweepMinutes'], fallback: 10, ...whole(1, 1440) };
  /** Days without a sweep after which the clock may be wrong: nothing expires until `clock confirm`. */
  readonly clockDays: Setting<number> = { path: ['clockDays'], fallback: 7, ...whole(1, 3_650) };
  readonly logLevel: Setting<LogLevel | 'silent'> = { path: ['logLevel'], fallback: 'info', ...level };
  /** Base address of an OpenTelemetry collector (OTLP over HTTP); undefined: by OpenTelemetry's variables, else no traces. */
  readonly tracingEndpoint: Setting<string | undefined> = {
    path: ['tracing', 'endpoint'],
    fallback: undefined,
    ...address,
  };
  /** Share of the traces that begin here and are sent, 0 to 1; undefined: by OpenTelemetry's variables, else all. */
  readonly tracingRatio: Setting<number | undefined> = { path: ['tracing', 'ratio'], fallback: undefined, ...share };
  /** Where /healthz, /readyz and /metrics are served; without a port: on the port of the service. */
  readonly adminHost: Setting<string> = { path: ['admin', 'host'], fallback: '127.0.0.1', ...host };
  readonly adminPort: Setting<number | undefined> = {
    path: ['admin', 'port'],
    fallback: undefined,
    ...port,
  };
  /** Whether links to files are served on the port for operators. */
  readonly adminFiles: Setting<boolean> = { path: ['admin', 'files'], fallback: false, ...flag };
  /** Base of the URLs of links; undefined: the host and port for operators. */
  readonly adminUrl: Setting<string | undefined> = { path: ['admin', 'url'], fallback: undefined, ...address };
  /** Names by which the operator's port is reached, separated by commas or spaces, beyond `admin.url` and this machine's. */
  readonly adminHosts: Setting<string | undefined> = { path: ['admin', 'hosts'], fallback: undefined, ...hostNames };
  /** Path of the file that says how people sign in to the operator's page; undefined: by links, on this machine. */
  readonly operatorSignIn: Setting<string | undefined> = {
    path: ['operator', 'signIn'],
    fallback: undefined,
    ...path,
  };
  /** Whether shares of folders, and the page that makes them, are served on the port of the service. */
  readonly sharesEnabled: Setting<boolean> = { path: ['shares', 'enabled'], fallback: false, ...flag };
  /** Whether directories of organisations may maintain their accounts by SCIM, with tokens of `scim-token create`. */
  readonly scimEnabled: Setting<boolean> = { path: ['scim', 'enabled'], fallback: false, ...flag };
  /** Whether files may be uploaded by the tus protocol. */
  readonly tusEnabled: Setting<boolean> = { path: ['tus', 'enabled'], fallback: false, ...flag };
  /** Origins of the web pages that may do so, separated by commas or spaces, or `*`; undefined: none. */
  readonly tusOrigins: Setting<string | undefined> = { path: ['tus', 'origins'], fallback: undefined, ...origins };
  /** Bytes of a request. */
  readonly limitsBody: Setting<number> = { path: ['limits', 'body'], fallback: 64 * mebibyte, ...bytes };
  /** Bytes of a chunk. */
  readonly limitsChunk: Setting<number> = { path: ['limits', 'chunk'], fallback: 1024 * mebibyte, ...bytes };
  /** Bytes of all unfinished uploads. */
  readonly limitsSpool: Setting<number> = { path: ['limits', 'spool'], fallback: 10 * 1024 * mebibyte, ...bytes };
  /** Bytes of all refused files that are kept. */
  readonly limitsQuarantine: Setting<number> = { path: ['limits', 'quarantine'], fallback: 1024 * mebibyte, ...bytes };
  /** Bytes that must be free on the volume of the data folder, or uploads are rejected and the service is not ready. */
  readonly limitsFree: Setting<number> = { path: ['limits', 'free'], fallback: 64 * mebibyte, ...bytes };
  /** Bytes that each folder access key, account and tenant without a quota of its own may hold; undefined: no limit. */
  readonly quotaFolderKey: Setting<number | undefined> = {
    path: ['quota', 'folderKey'],
    fallback: undefined,
    ...bytes,
  };
  readonly quotaAccount: Setting<number | undefined> = { path: ['quota', 'account'], fallback: undefined, ...bytes };
  readonly quotaTenant: Setting<number | undefined> = { path: ['quota', 'tenant'], fallback: undefined, ...bytes };
  /** Days until an entry of the audit log is removed; 0: never. */
  readonly auditDays: Setting<number> = { path: ['auditDays'], fallback: 0, ...whole(0, 36_500) };
  /** Concurrent requests, and requests in the queue. */
  readonly limitsConcurrent: Setting<number> = { path: ['limits', 'concurrent'], fallback: 256, ...count };
  readonly limitsQueued: Setting<number> = { path: ['limits', 'queued'], fallback: 1_024, ...whole(0, 1_000_000) };
  /** Maximum event loop delay of a request in milliseconds. */
  readonly limitsDelay: Setting<number> = { path: ['limits', 'delay'], fallback: 2_000, ...whole(1, 3_600_000) };
  /** Concurrent downloads. */
  readonly limitsDownloads: Setting<number> = { path: ['limits', 'downloads'], fallback: 32, ...count };
  /** Concurrent connections. */
  readonly limitsConnections: Setting<number> = { path: ['limits', 'connections'], fallback: 10_000, ...count };
  /** Seconds for the head of a request, for all of it, between two pieces of its body, for an idle connection. */
  readonly timeoutsHeaders: Setting<number> = { path: ['timeouts', 'headers'], fallback: 20, ...seconds };
  readonly timeoutsRequest: Setting<number> = { path: ['timeouts', 'request'], fallback: 300, ...seconds };
  readonly timeoutsBody: Setting<number> = { path: ['timeouts', 'body'], fallback: 30, ...seconds };
  readonly timeoutsKeepAlive: Setting<number> = { path: ['timeouts', 'keepAlive'], fallback: 30, ...seconds };
  /** Seconds for a caller that does not read its response, and for a request in the queue. */
  readonly timeoutsWrite: Setting<number> = { path: ['timeouts', 'write'], fallback: 30, ...seconds };
  readonly timeoutsQueue: Setting<number> = { path: ['timeouts', 'queue'], fallback: 5, ...seconds };
  /** Seconds for running requests to finish at a stop. */
  readonly stopSeconds: Setting<number> = { path: ['stopSeconds'], fallback: 30, ...seconds };
  /** Seconds between /readyz turning "not ready" and the port closing, for load balancers. */
  readonly drainSeconds: Setting<number> = { path: ['drainSeconds'], fallback: 0, ...whole(0, 3_600) };
  /** Lifetime of a session token. */
  readonly sessionHours: Setting<number> = { path: ['sessionHours'], fallback: 8, ...whole(1, 8_760) };
  /** Lifetime of a pending sign-in. */
  readonly signInMinutes: Setting<number> = { path: ['signInMinutes'], fallback: 10, ...whole(1, 1_440) };
  /** Timeout of calls to an identity provider. */
  readonly providerSeconds: Setting<number> = { path: ['providerSeconds'], fallback: 10, ...whole(1, 300) };
  /** Days until a file that a check refused is removed. */
  readonly quarantineDays: Setting<number> = { path: ['quarantineDays'], fallback: 30, ...whole(1, 36_500) };
  /** Until an idle upload expires. */
  readonly uploadHours: Setting<number> = { path: ['uploadHours'], fallback: 24, ...whole(1, 8_760) };
}

export const settings: SettingsTable = new SettingsTable();
export const settingNames = Object.keys(settings) as readonly (keyof Settings)[];

/** The values of the settings. */
export type Settings = {
  readonly [name in keyof SettingsTable]: SettingsTable[name] extends Setting<infer Value> ? Value : never;
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

/** Whether links to files are served to other machines without TLS. */
export function linksArePlain({ adminFiles, adminHost, adminUrl }: Settings): boolean {
  return adminFiles && !isLoopbackHost(adminHost) && adminUrl?.startsWith('https:') !== true;
}

/** Whether the operator's port has pages: by `operator.signIn`, or on this machine. */
export function hasOperatorPages({ operatorSignIn, adminHost, adminPort }: Settings): boolean {
  return adminPort !== undefined && (operatorSignIn !== undefined || isLoopbackHost(adminHost));
}

/** Whether people sign in to these pages by links. */
export function hasOperatorLinks(settings: Settings): boolean {
  return hasOperatorPages(settings) && settings.operatorSignIn === undefined;
}

/** `http://[::1]:8080` */
export function plainOrigin(host: string, port: number | undefined): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address of the port of the service, without a `/` at its end. */
export function publicAddress({ publicUrl, host, port, tlsCert }: Settings): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return plainOrigin(host, port).replace(/^http/, tlsCert === undefined ? 'http' : 'https');
}

/** The address of a link to the operator's page: on this machine, whatever `admin.url` says. */
export function operatorLinkOf({ adminHost }: Settings, port: number | undefined, token: string): string {
  return `${plainOrigin(adminHost, port)}/operator/link?token=${token}`;
}

/** Whether people would sign in to the operator's page from other machines without TLS. */
export function operatorIsPlain({ operatorSignIn, adminHost, adminUrl }: Settings): boolean {
  return operatorSignIn !== undefined && !isLoopbackHost(adminHost) && adminUrl?.startsWith('https:') !== true;
}

/** Bytes for the other fields and the envelope. */
const besideChunk = 64 * 1024;

function webAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url !== undefined && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return plain && /^https?:$/.test(url.protocol) ? value : undefined;
}

function webOrigins(value: string): string | undefined {
  const all = value.split(/[\s,]+/).filter((each) => each !== '');
  const fits = all.every((each) => URL.canParse(each) && new URL(each).origin === each);
  return value === '*' || (all.length > 0 && fits) ? value : undefined;
}

/** Several hosts may follow each other, so it need not be a URL. */
function postgresAddress(value: string): string | undefined {
  return /^postgres(?:ql)?:\/\/[^/?]+\/[^/?]+/.test(value) ? value : undefined;
}

function namesOfHosts(value: string): string | undefined {
  const names = value.split(/[\s,]+/).filter((each) => each !== '');
  return names.length > 0 && names.every((each) => /^[A-Za-z0-9._-]+$/.test(each)) ? value : undefined;
}

function logLevel(value: string): LogLevel | 'silent' | undefined {
  const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
  return levels.find((level) => level === value);
}
