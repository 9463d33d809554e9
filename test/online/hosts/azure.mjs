import azure from '@azure/functions';
import { respond } from '../dist/azure.js';
import { host } from './host.mjs';

host(async (url, { method, headers, body }) => {
  const request = new azure.HttpRequest({
    url: url.href,
    method,
    headers,
    ...(body !== '' && { body: { string: body } }),
  });
  return await respond(request);
});
