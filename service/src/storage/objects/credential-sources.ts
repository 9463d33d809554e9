import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { StorageError } from '../../common/storage-error.ts';
import type { Credentials } from './aws-signature.ts';

/** Credentials that expire are fetched again. */
export interface ExpiringCredentials extends Credentials {
  /** Milliseconds since 1970; undefined: never. */
  readonly expiresAt?: number | undefined;
  /** Milliseconds after which they are fetched again, whether they expire or not; undefined: never. */
  readonly maxAge?: number | undefined;
}

/** Where the credentials of a store come from. @throws {StorageError} `busy` when they cannot be fetched. */
export type CredentialSource = () => Promise<ExpiringCredentials>;

/** Milliseconds before the end of credentials at which new ones are fetched. */
const margin = 5 * 60_000;

/** Timeout of a request for credentials, in milliseconds. */
const timeout = 5_000;

/** Fetches credentials once for all callers, and again before they expire. */
export class CachedCredentials {
  readonly #source: CredentialSource;
  readonly #now: () => number;
  #current: ExpiringCredentials | undefined;
  /** By performance.now(). */
  #fetchedAt = 0;
  #pending: Promise<ExpiringCredentials> | undefined;

  constructor(source: CredentialSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  async get(): Promise<Credentials> {
    const current = this.#current;
    const left = (current?.expiresAt ?? Number.POSITIVE_INFINITY) - this.#now();
    const age = performance.now() - this.#fetchedAt;
    if (current !== undefined && left > margin && age < (current.maxAge ?? Number.POSITIVE_INFINITY)) return current;
    this.#pending ??= this.#source().finally(() => {
      this.#pending = undefined;
    });
    try {
      this.#current = await this.#pending;
      this.#fetchedAt = performance.now();
      return this.#current;
    } catch (error) {
      if (current !== undefined && left > 0) return current;
      throw error;
    }
  }
}

/**
 * The source that the environment names, as AWS's own tools choose it: the variables `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY`, a file, the container's address, and at last the instance's metadata.
 *
 * @param file path of a file as `~/.aws/credentials`, or undefined.
 */
export function credentialSource(environment: NodeJS.ProcessEnv, file: string | undefined): CredentialSource {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (accessKeyId && secretAccessKey) {
    const sessionToken = environment.AWS_SESSION_TOKEN || undefined;
    return async () => ({ accessKeyId, secretAccessKey, sessionToken });
  }
  const path = file ?? environment.AWS_SHARED_CREDENTIALS_FILE;
  if (path) return async () => await fromFile(path, environment.AWS_PROFILE || 'default');
  const container = containerAddress(environment);
  return container === undefined
    ? instanceSource(environment)
    : async () => await fromContainer(container, environment);
}

/** A file of profiles: read again every ten minutes, since others renew it. */
async function fromFile(path: string, profile: string): Promise<ExpiringCredentials> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new StorageError('failed', `The credentials of the object store cannot be read from ${path}.`, error);
  }
  const values = profileValues(text, profile);
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StorageError('failed', `The file ${path} has no complete credentials in the profile ${profile}.`);
  }
  const sessionToken = values.get('aws_session_token');
  return { accessKeyId, secretAccessKey, sessionToken, maxAge: 10 * 60_000 };
}

function profileValues(text: string, profile: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let isIn = false;
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(.*?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) isIn = section === profile;
    const [, name, value] = /^\s*([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isIn && name !== undefined && value !== undefined) values.set(name.toLowerCase(), value);
  }
  return values;
}

function containerAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const relative = environment.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  return relative ? `http://169.254.170.2${relative}` : environment.AWS_CONTAINER_CREDENTIALS_FULL_URI || undefined;
}

async function fromContainer(address: string, environment: NodeJS.ProcessEnv): Promise<ExpiringCredentials> {
  const file = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const token = file ? (await readFile(file, 'utf8')).trim() : environment.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  return parseCredentials(await fetchText('GET', address, token ? { authorization: token } : {}), address);
}

/** The instance metadata service, version 2: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html */
function instanceSource(environment: NodeJS.ProcessEnv): CredentialSource {
  const base = environment.AWS_EC2_METADATA_SERVICE_ENDPOINT || 'http://169.254.169.254';
  const roles = `${base.replace(/\/+$/, '')}/latest/meta-data/iam/security-credentials/`;
  return async () => {
    const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': '300' };
    const token = await fetchText('PUT', new URL('/latest/api/token', base).href, lifetime);
    const headers = { 'x-aws-ec2-metadata-token': token };
    const [role = ''] = (await fetchText('GET', roles, headers)).split('\n');
    return parseCredentials(await fetchText('GET', roles + role.trim(), headers), roles);
  };
}

/** Container and instance return the same JSON. */
function parseCredentials(text: string, address: string): ExpiringCredentials {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    throw new StorageError('busy', `The credentials from ${address} are not JSON.`, error);
  }
  const field = (name: string): string | undefined => {
    const value = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const [accessKeyId, secretAccessKey] = [field('AccessKeyId'), field('SecretAccessKey')];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StorageError('busy', `The credentials from ${address} are not complete.`);
  }
  const expiresAt = Date.parse(field('Expiration') ?? '');
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: field('Token'),
    expiresAt: Number.isNaN(expiresAt) ? undefined : expiresAt,
  };
}

/** Bytes of a response: credentials are a few KiB. */
const maxBytes = 64 * 1024;

async function fetchText(method: string, address: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const send = address.startsWith('https:') ? httpsRequest : httpRequest;
  return await new Promise<string>((resolve, fail) => {
    const failed = (why: string, cause?: unknown): void =>
      fail(
        new StorageError(
          'busy',
          `The credentials of the object store cannot be fetched from ${address}: ${why}.`,
          cause,
        ),
      );
    const request = send(address, { method, headers }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > maxBytes) request.destroy(new Error(`the response has more than ${maxBytes} bytes`));
      });
      response.on('error', (error) => failed(error.message, error));
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : failed(`status ${response.statusCode}`)));
    });
    // A signal among the options is not obeyed once the head of the response has come.
    const timer = setTimeout(() => request.destroy(new Error(`no response in ${timeout} ms`)), timeout);
    request.on('error', (error) => failed(error.message, error));
    request.on('close', () => clearTimeout(timer));
    request.end();
  });
}
