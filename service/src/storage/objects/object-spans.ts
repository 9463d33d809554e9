import { type SpanAttributes, type SpanOptions, tracer } from '../../tracing/tracer.ts';
import type { Bucket, S3Request, S3Response } from './s3-exchange.ts';

/** Runs a request to an S3 store in a span, without the key of the object. */
export async function withObjectSpan(
  bucket: Bucket,
  request: S3Request,
  send: () => Promise<S3Response>,
): Promise<S3Response> {
  const active = tracer();
  if (active === undefined) return await send();
  return await active.child(objectSpan(bucket, request), async (set) => {
    const response = await send();
    set(responseAttributes(response));
    return response;
  });
}

const operations = { PUT: 'PutObject', GET: 'GetObject', DELETE: 'DeleteObject' } as const;

function objectSpan({ endpoint, bucket }: Bucket, { method, key, body, resends = 0 }: S3Request): SpanOptions {
  const { hostname, port, protocol } = new URL(endpoint);
  const operation = `S3/${key === undefined ? 'ListObjects' : operations[method]}`;
  return {
    name: operation,
    kind: 'client',
    attributes: {
      'rpc.system.name': 'aws-api',
      'rpc.method': operation,
      'aws.s3.bucket': bucket,
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
      ...(body !== undefined && { 'http.request.body.size': body.size }),
      ...(resends > 0 && { 'http.request.resend_count': resends }),
    },
  };
}

function responseAttributes({ status, body }: S3Response): SpanAttributes {
  return {
    'http.response.status_code': status,
    'http.response.body.size': body.length,
    ...(status >= 400 && { 'error.type': String(status) }),
  };
}
