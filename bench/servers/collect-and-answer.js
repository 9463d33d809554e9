import { smallAnswer } from '../messages.js';

const answer = Buffer.from(smallAnswer);

/**
 * A listener of node:http that collects the body, as any server must, and sends a fixed response.
 *
 * @param {'forget' | 'together'} [how] discards the body instead of collecting it; or sends all responses of one iteration of
 *   the event loop together, as a generated server does with several callers.
 */
export function answering(how) {
  const forget = how === 'forget';
  const end = how === 'together' ? endTogether() : (response) => response.end(answer);
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
      end(response);
    });
  };
}

function endTogether() {
  let responses = [];
  const flush = () => {
    const all = responses;
    responses = [];
    for (const response of all) response.end(answer);
  };
  return (response) => {
    if (responses.push(response) === 1) setImmediate(flush);
  };
}
