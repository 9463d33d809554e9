// Serves the built site as a static host does: npm run site:preview. PORT changes the port, 4173.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';

const folder = fileURLToPath(new URL('dist', import.meta.url));

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** A server of `dist` below `/soapwright/`, with gzip; `/` leads there. */
export function previewServer() {
  return createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!path.startsWith('/soapwright/')) {
      if (path === '/') response.writeHead(302, { location: '/soapwright/' }).end();
      else response.writeHead(404).end();
      return;
    }
    const name = join(folder, normalize(path.slice('/soapwright'.length)));
    const file = [name, join(name, 'index.html'), `${name}.html`].find(
      (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
    );
    const found = file ?? join(folder, '404.html');
    if (!existsSync(found)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(found)] ?? 'application/octet-stream';
    const isText = /^(?:text|application)\/|svg/.test(type);
    const zipped = isText && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': type,
      'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(zipped && { 'content-encoding': 'gzip' }),
    });
    pipeline(createReadStream(found), ...(zipped ? [createGzip()] : []), response, () => {});
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT ?? 4173);
  previewServer().listen(port, '127.0.0.1', () => {
    console.log(`The site: http://127.0.0.1:${port}/soapwright/`);
  });
}
