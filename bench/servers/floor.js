// What any SOAP server on node:http must do: collect the body, look at each of its bytes, find the operation and a value, and
// write the response. It checks nothing else, and is no server to use.
import { createServer } from 'node:http';
import { smallAnswer } from '../messages.js';
import { serveBenchmark } from './control.js';

const less = 0x3c;
const slash = 0x2f;
const headers = ['Content-Type', 'text/xml; charset=utf-8', 'Content-Length', String(smallAnswer.length)];

/** Counts start and end tags, one byte after the other. Returns whether as many begin as end. */
function isBalanced(body) {
  let open = 0;
  let markup = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === less) {
      const next = body[at + 1];
      if (next === slash) open--;
      else if (next === 0x3f || next === 0x21) markup++;
      else open++;
    } else if (body[at] === 0x3e && body[at - 1] === slash) open--;
  }
  return open === 0 && markup < 10;
}

serveBenchmark(
  createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      const known = isBalanced(body) && body.includes('GetClientID') && body.includes('ACME');
      response.writeHead(known ? 200 : 400, headers);
      response.end(smallAnswer);
    });
  }),
);
