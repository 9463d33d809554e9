import type { IncomingMessage } from 'node:http';
import type { ObjectBody } from './object-store.ts';

/** The address of a bucket. */
export interface Bucket {
  /** URL of the store, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Undefined: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ObjectBody;
  /** How often it was sent before. */
  readonly resends?: number;
}

export interface S3Response {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
