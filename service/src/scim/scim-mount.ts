import type { HttpResponse } from '@soapwright/runtime/server';
import type { Counts } from '../common/counts.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { type Begun, type Mount, type MountedRequest, pendingBody, responseOf } from '../common/mount.ts';
import { storageFailed } from '../common/storage-answer.ts';
import { callerAddress } from '../domain/caller-address.ts';
import { type Access, checkScimToken } from '../domain/check-credentials.ts';
import type { AccountRow } from '../domain/organisation-accounts.ts';
import { precondition } from '../downloads/preconditions.ts';
import type { Content } from '../storage/content/content.ts';
import type { ScimToken } from '../storage/credentials.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scim-documents.ts';
import { ScimError, scimErrorOf } from './scim-error.ts';
import { parseFilter } from './scim-filter.ts';
import { patched } from './scim-patch.ts';
import { projectionOf, resourceOf } from './scim-user.ts';
import { mostUsers, ScimUsers } from './scim-users.ts';
import { parseJson, type Values } from './scim-values.ts';

/** Below the path prefix of the service. */
const scimPath = '/scim/v2/';

/** Most bytes of a body. */
const mostBytes = 64 * 1024;

/** Concurrent requests; one more is told to come again. */
const mostRunning = 32;

const messages = 'urn:ietf:params:scim:api:messages:2.0';

export interface ScimContext {
  readonly state: Access & { readonly log: Logger; readonly counts: Counts };
  readonly store: Content;
  /** Base of the addresses that callers use, without a `/` at its end. */
  readonly base: () => string;
}

/** A request whose token is valid. */
interface Call {
  readonly request: MountedRequest;
  readonly users: ScimUsers;
  readonly token: ScimToken;
  readonly base: string;
  readonly body: Uint8Array;
}

/** Maintains the accounts of organisations by SCIM 2.0 (RFC 7643 and 7644), each with a token of its tenant. */
export class ScimMount implements Mount {
  readonly prefix: string;
  readonly #context: ScimContext;
  #running = 0;

  /** @param below path of the public address, without a `/` at its end. */
  constructor(context: ScimContext, below: string) {
    this.#context = context;
    this.prefix = `${below}${scimPath}`;
  }

  begin(request: MountedRequest): Begun {
    return pendingBody(request, mostBytes, {
      respond: (body) => this.#respond(request, body),
      refused: (status) => failed(request, new ScimError(status, `A body is JSON of ${mostBytes} bytes at most.`)),
    });
  }

  async #respond(request: MountedRequest, body: Uint8Array): Promise<HttpResponse> {
    if (this.#running >= mostRunning) return failed(request, new ScimError(503, 'Too many requests run now.'));
    this.#running += 1;
    try {
      return await this.#dispatch(request, body);
    } catch (error) {
      return failed(request, this.#logged(request, error));
    } finally {
      this.#running -= 1;
    }
  }

  async #dispatch(request: MountedRequest, body: Uint8Array): Promise<HttpResponse> {
    const { state, store, base } = this.#context;
    const [, presented] = /^Bearer +([\w~+/.=-]+)$/i.exec(request.httpHeader('authorization') ?? '') ?? [];
    const token = await checkScimToken(request.asCaller(state), presented);
    const by = { actor: `scim-token:${token.name}`, requestId: request.requestId };
    const users = new ScimUsers(state, store, { clientId: token.clientId, by });
    const response = await route({ request, users, token, base: base() + scimPath.replace(/\/$/, ''), body });
    this.#log(request, response.status);
    return request.method === 'HEAD' ? { ...response, body: '' } : response;
  }

  #log(request: MountedRequest, status: number): void {
    const { state } = this.#context;
    const { requestId, method } = request;
    const peerAddress = callerAddress(request, state.trustProxy);
    state.log.info('scim', { requestId, method, status, peerAddress, ...state.keyUse.take(requestId) });
  }

  #logged(request: MountedRequest, error: unknown): ScimError {
    const { state } = this.#context;
    const { requestId } = request;
    const answer = storageFailed(error, state, { requestId, operation: 'scim' });
    const known = answer === undefined ? scimErrorOf(error) : new ScimError(answer.status, answer.text);
    if (known === undefined) state.log.error('scim failed', { requestId, ...errorFields(error) });
    const shown = known ?? new ScimError(500, `The server failed. Its log has more under ${requestId}.`);
    this.#log(request, shown.status);
    return shown;
  }
}

async function route(call: Call): Promise<HttpResponse> {
  const { base, request } = call;
  const [kind, id, ...rest] = request.path.split('/').map(decoded);
  const documents: { readonly [kind in string]?: Values | readonly Values[] } = {
    ServiceProviderConfig: serviceProviderConfig(base),
    ResourceTypes: resourceTypes(base),
    Schemas: schemas(base),
  };
  if (kind === 'Users' && rest.length === 0) return id ? await one(call, id) : await all(call);
  if (kind === 'Bulk' || kind === 'Me') throw new ScimError(501, `${kind} is not supported.`);
  const found = kind !== undefined && Object.hasOwn(documents, kind) ? documents[kind] : undefined;
  const named = Array.isArray(found) && id ? found.find((each: Values) => each.id === id) : id ? undefined : found;
  if (named === undefined || rest.length > 0) throw new ScimError(404, 'There is nothing here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed();
  return json(200, Array.isArray(named) ? list(named, named.length, 1) : named);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ScimError(404, 'There is nothing here.');
  }
}

async function all({ request, users, base, body }: Call): Promise<HttpResponse> {
  const { query, method } = request;
  const project = projectionOf(query);
  if (method === 'POST') {
    const { location, etag, body: made } = resourceOf(await users.create(parseJson(body)), base);
    return json(201, project(made), { Location: location, ETag: etag });
  }
  if (method !== 'GET' && method !== 'HEAD') throw notAllowed();
  if (query.has('sortBy')) throw new ScimError(400, 'Sorting is not supported.', 'invalidValue');
  const filter = query.get('filter');
  const startIndex = Math.max(1, whole(query, 'startIndex', 1));
  const count = Math.min(mostUsers, Math.max(0, whole(query, 'count', 100)));
  const { rows, total } = await users.list(filter === null ? [] : parseFilter(filter), { startIndex, count });
  return json(
    200,
    list(
      rows.map((row) => project(resourceOf(row, base).body)),
      total,
      startIndex,
    ),
  );
}

function whole(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback);
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, `${name} must be a whole number.`, 'invalidValue');
}

function list(resources: readonly Values[], totalResults: number, startIndex: number): Values {
  const page = { totalResults, startIndex, itemsPerPage: resources.length };
  return { schemas: [`${messages}:ListResponse`], ...page, Resources: resources };
}

async function one(call: Call, id: string): Promise<HttpResponse> {
  const { request, users, token, base, body } = call;
  const project = projectionOf(request.query);
  const state = (row: AccountRow): ReturnType<typeof precondition> => {
    const names = ['if-match', 'if-none-match'] as const;
    const headers = Object.fromEntries(names.map((name) => [name, request.httpHeader(name)]));
    return precondition(headers, { etag: resourceOf(row, base).etag, lastModified: undefined });
  };
  const check = (row: AccountRow): void => {
    if (state(row) !== 'send') throw new ScimError(412, 'The User has changed: read it again.');
  };
  const shown = (row: AccountRow): HttpResponse => {
    const { body: resource, location, etag } = resourceOf(row, base);
    return json(200, project(resource), { 'Content-Location': location, ETag: etag });
  };
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      const row = await users.find(id);
      if (state(row) === 'not-modified') return responseOf(304, { ETag: resourceOf(row, base).etag });
      check(row);
      return shown(row);
    }
    case 'PUT':
      return shown(await users.replace(id, parseJson(body), check));
    case 'PATCH': {
      const change = parseJson(body);
      return shown(await users.patch(id, (values) => patched(values, change), check));
    }
    case 'DELETE':
      if (token.removes !== 1) {
        throw new ScimError(403, 'This token may not remove accounts: deactivate them (active: false).');
      }
      await users.remove(id, check);
      return responseOf(204, {});
    default:
      throw notAllowed();
  }
}

function notAllowed(): ScimError {
  return new ScimError(405, 'The method is not allowed here.');
}

function json(status: number, body: Values, headers: Readonly<Record<string, string | undefined>> = {}): HttpResponse {
  return responseOf(
    status,
    { 'Content-Type': 'application/scim+json', 'X-Content-Type-Options': 'nosniff', ...headers },
    JSON.stringify(body),
  );
}

function failed(request: MountedRequest, { status, scimType, message, retryAfter }: ScimError): HttpResponse {
  const body = { schemas: [`${messages}:Error`], status: String(status), scimType, detail: message };
  const response = json(status, body, {
    'X-Request-Id': request.requestId,
    'WWW-Authenticate': status === 401 ? 'Bearer' : undefined,
    'Retry-After': retryAfter?.toString() ?? (status === 503 ? '1' : undefined),
    Allow: status === 405 ? 'GET, POST, PUT, PATCH, DELETE' : undefined,
  });
  return request.method === 'HEAD' ? { ...response, body: '' } : response;
}
