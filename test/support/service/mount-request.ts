import { isPendingBody } from '@soapwright/runtime/server';
import { type Mount, MountedRequest } from '../../../service/src/common/mount.ts';

export interface MountResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface MountCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly peerAddress?: string;
}

/** Sends a request to a mount without a network, as an adapter of the runtime does. @param target below the prefix. */
export async function callMount(
  mount: Mount,
  method: string,
  target: string,
  { headers = {}, body, peerAddress = '192.0.2.9' }: MountCall = {},
): Promise<MountResponse> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
  const announced = { 'Content-Length': String(bytes.length), ...headers };
  const begun = mount.begin(
    new MountedRequest(
      {
        method,
        target: mount.prefix + target,
        rawHeaders: Object.entries(announced).flat(),
        scheme: 'http',
        needsHost: false,
        needsLength: false,
        peerAddress,
        codings: [],
      },
      mount.prefix,
    ),
  );
  const pending = isPendingBody(begun) ? begun : undefined;
  const intake = pending?.intake();
  if (intake !== undefined && bytes.length > 0) await intake.receive(bytes);
  const response = await (pending === undefined
    ? begun
    : intake === undefined
      ? pending.respond(bytes)
      : (intake.early ?? intake.end()));
  if (isPendingBody(response) || typeof response.body !== 'string') throw new TypeError('The response has no text.');
  intake?.discard();
  const pairs = response.headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name.toLowerCase(), response.headers[at + 1] ?? '']] : [],
  );
  return { status: response.status, headers: new Map(pairs), text: response.body };
}
