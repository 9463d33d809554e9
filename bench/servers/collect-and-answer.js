import { smallAnswer } from '../messages.js';

const answer = Buffer.from(smallAnswer);

/**
 * A listener of node:http that collects the body, as any server must, and sends a fixed response.
 *
 * @param forget discards the body instead of collecting it.
 */
export function answering(forget) {
  return (request, response) => {
    const pieces = [];
    request.on('data', forget ? () => {} : (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      const whole = forget || body.length === Number(request.headers['content-length']);
      response.writeHead(whole ? 200 : 400, {
        'Content-Type': 'text/xml; charset=utf-8',
        'Content-Length': answer.length,
      });
      response.end(answer);
    });
  };
}
