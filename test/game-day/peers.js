// `node peers.js receiver|provider PORT`: a receiver of events, or an OpenID provider that knows no code.
import { createServer } from 'node:http';

const [kind, port] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
};

const responses = {
  '/.well-known/openid-configuration': [200, metadata],
  '/keys': [200, { keys: [] }],
  '/token': [400, { error: 'invalid_grant' }],
};

createServer((request, response) => {
  request.resume().on('end', () => {
    const [status, body] = kind === 'receiver' ? [204, undefined] : (responses[request.url] ?? [404, {}]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  });
}).listen(Number(port), '127.0.0.1');
