// The floor: node:http with a fixed answer.
import { createServer } from 'node:http';
import { smallAnswer } from '../messages.js';
import { serveBenchmark } from './control.js';

const body = Buffer.from(smallAnswer);

serveBenchmark(
  createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': body.length });
      response.end(body);
    });
  }),
);
