import { createServer } from 'node:http';
import { S3Store } from '@tus/s3-store';
import { Server } from '@tus/server';

/**
 * A server of the tus protocol with its S3 store, for a comparison: run it in a folder that has these packages. It prints
 * its port.
 */
const {
  ENDPOINT: endpoint = '',
  BUCKET: bucket = '',
  ACCESS_KEY: accessKeyId = '',
  SECRET: secretAccessKey = '',
} = process.env;
const datastore = new S3Store({
  s3ClientConfig: {
    bucket,
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    // Ceph does not understand the others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
  },
});
const server = new Server({ path: '/files', datastore });
const http = createServer((request, response) => server.handle(request, response));
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (address !== null && typeof address === 'object') console.log(address.port);
});
