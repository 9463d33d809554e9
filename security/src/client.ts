import { ClientError, type Interceptor, type SoapVersion } from '@soapwright/runtime/client';
import { requireProtected } from '@soapwright/runtime/client/authentication';
import { base64Encoding, passwordTypes, wsse, wsu } from './names.ts';
import { passwordDigest, toBase64 } from './password.ts';
import { escaped } from './xml-text.ts';

/** Who a client says it is. */
export interface ClientToken {
  readonly user: string;
  /** The password, or a function that gives the one for the next call. */
  readonly password: string | (() => string | Promise<string>);
  /**
   * How the password is sent: as `text`, which everybody on the way can read without TLS, or as a `digest` of it, a nonce and
   * the time. The service says which.
   */
  readonly type: 'text' | 'digest';
  /** Whether a nonce and the time are sent with a text, too; default false. A digest always has them. */
  readonly nonce?: boolean | undefined;
  /** Replaces the password by its SHA-1 in the digest, as Amadeus demands; default false. */
  readonly isHashed?: boolean | undefined;
}

export interface ClientSecurityOptions {
  readonly usernameToken?: ClientToken | undefined;
  /**
   * Sends an assertion of SAML 2.0, which everybody can use who reads it: its XML text, or a function that gives the one for
   * the next call. Assertions that the sender must sign for are an option of `messageSecurity`.
   */
  readonly assertion?: string | (() => string | Promise<string>) | undefined;
  /** Sends a Timestamp; `lifetime` is in seconds, default 300. */
  readonly timestamp?: boolean | { readonly lifetime?: number | undefined } | undefined;
  /**
   * The time in milliseconds since 1970; default `Date.now`. For a device with a wrong clock, add its difference to yours.
   */
  readonly now?: (() => number) | undefined;
  /** Whether the service must reject the message if it does not know WS-Security; default true. */
  readonly mustUnderstand?: boolean | undefined;
  /** URI of the `actor` of SOAP 1.1 or the `role` of 1.2 that the block is for; default the receiver of the message. */
  readonly role?: string | undefined;
  /** Sends a password as text, or an assertion, over http to other machines; default false. */
  readonly allowHttp?: boolean | undefined;
}

/**
 * Sends a Security header block with each call: a UsernameToken, an assertion, a Timestamp, for `interceptors` of a client.
 * Each call has a nonce and a time of its own.
 *
 * @throws {TypeError} for options that send nothing, and for a lifetime that is not positive.
 * @see https://docs.oasis-open.org/wss-m/wss/v1.1.1/os/wss-UsernameTokenProfile-v1.1.1-os.html
 */
export function security(options: ClientSecurityOptions): Interceptor {
  const { usernameToken, assertion, now = Date.now, mustUnderstand = true, role, allowHttp = false } = options;
  const lifetime = lifetimeOf(options.timestamp);
  if (usernameToken === undefined && assertion === undefined && lifetime === undefined) {
    throw new TypeError('security needs a usernameToken, an assertion or a timestamp.');
  }
  return (next) => async (call) => {
    if (usernameToken?.type === 'text') requireProtected('The UsernameToken', call.address, allowHttp);
    if (assertion !== undefined) requireProtected('The assertion', call.address, allowHttp);
    const created = new Date(now());
    const content =
      (lifetime === undefined ? '' : timestamp(created, lifetime)) +
      (assertion === undefined ? '' : await assertionXml(assertion)) +
      (usernameToken === undefined ? '' : await token(usernameToken, created));
    const attributes = addressed(call.soapVersion, mustUnderstand, role);
    const block = `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"${attributes}>${content}</wsse:Security>`;
    return await next({ ...call, headerBlocks: [...call.headerBlocks, block] });
  };
}

/** @throws {TypeError} for a lifetime that is not positive. */
export function lifetimeOf(option: ClientSecurityOptions['timestamp']): number | undefined {
  if (option === undefined || option === false) return undefined;
  const lifetime = option === true ? 300 : (option.lifetime ?? 300);
  if (lifetime > 0) return lifetime;
  throw new TypeError(`The lifetime of a Timestamp is in seconds, more than 0; ${lifetime} is not.`);
}

/** A Timestamp that declares its prefix, if it has an Id. */
export function timestamp(created: Date, lifetime: number, id?: string): string {
  const expires = new Date(created.getTime() + lifetime * 1000);
  const attributes = id === undefined ? '' : ` xmlns:wsu="${wsu}" wsu:Id="${id}"`;
  return `<wsu:Timestamp${attributes}><wsu:Created>${created.toISOString()}</wsu:Created><wsu:Expires>${expires.toISOString()}</wsu:Expires></wsu:Timestamp>`;
}

/** @throws {ClientError} `invalid-request` for a text that is not an element. */
async function assertionXml(source: NonNullable<ClientSecurityOptions['assertion']>): Promise<string> {
  const xml = (typeof source === 'string' ? source : await source()).trim();
  if (/^<[^?!]/.test(xml)) return xml;
  throw new ClientError('invalid-request', 'An assertion is an element, without an XML declaration.');
}

async function token({ user, password, type, nonce, isHashed }: ClientToken, time: Date): Promise<string> {
  const secret = typeof password === 'string' ? password : await password();
  const created = time.toISOString();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const sent = type === 'text' ? secret : await passwordDigest(secret, { nonce: bytes, created }, isHashed);
  const isFresh = type === 'digest' || nonce === true;
  return `<wsse:UsernameToken><wsse:Username>${escaped(user)}</wsse:Username><wsse:Password Type="${passwordTypes[type]}">${escaped(sent)}</wsse:Password>${
    isFresh
      ? `<wsse:Nonce EncodingType="${base64Encoding}">${toBase64(bytes)}</wsse:Nonce><wsu:Created>${created}</wsu:Created>`
      : ''
  }</wsse:UsernameToken>`;
}

/** The attributes by which SOAP addresses a header block. */
export function addressed(version: SoapVersion, mustUnderstand: boolean, role: string | undefined): string {
  const [namespace, roleName, yes] =
    version === '1.1'
      ? ['http://schemas.xmlsoap.org/soap/envelope/', 'actor', '1']
      : ['http://www.w3.org/2003/05/soap-envelope', 'role', 'true'];
  const attributes =
    (mustUnderstand ? ` soap:mustUnderstand="${yes}"` : '') +
    (role === undefined ? '' : ` soap:${roleName}="${escaped(role)}"`);
  return attributes === '' ? '' : ` xmlns:soap="${namespace}"${attributes}`;
}
