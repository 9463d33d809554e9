import { handler } from '../dist/lambda.js';
import { host } from './host.mjs';

// An event of a function URL or of API Gateway, version 2.0 of the payload.
host(async (url, { method, headers, body }) => {
  const event = {
    version: '2.0',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: { ...headers, 'x-forwarded-proto': 'http' },
    requestContext: { domainName: url.host, http: { method, path: url.pathname } },
    isBase64Encoded: true,
    body: Buffer.from(body).toString('base64'),
  };
  const answer = await handler(event, {});
  const text = answer.isBase64Encoded ? Buffer.from(answer.body, 'base64').toString() : answer.body;
  return { status: answer.statusCode, headers: Object.entries(answer.headers), body: text };
});
