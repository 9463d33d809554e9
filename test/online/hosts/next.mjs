import next from 'next/server.js';
import { GET, POST } from '../dist/route.js';
import { host } from './host.mjs';

host(async (url, { method, headers, body }) => {
  const request = new next.NextRequest(url, { method, headers, ...(body !== '' && { body }) });
  const response = await (method === 'POST' ? POST : GET)(request);
  return { status: response.status, headers: response.headers, body: await response.text() };
});
