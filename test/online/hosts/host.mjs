import { createServer } from 'node:http';

/**
 * Passes requests to a function as a platform does.
 *
 * @param {(url: URL, request: { method: string, headers: Record<string, string>, body: string }) => Promise<{ status: number, headers: Iterable<[string, string]>, body: string }>} respond
 */
export function host(respond) {
  createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const url = new URL(request.url, `http://${request.headers.host}`);
    const { connection: _connection, ...headers } = request.headers;
    const answer = await respond(url, { method: request.method, headers, body: Buffer.concat(pieces).toString() });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
  }).listen(Number(process.env.SERVED_AT), '127.0.0.1');
}
