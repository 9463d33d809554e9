// The lower bound: node:http that collects the body, as any server must, and sends a fixed response. With the argument
// `forget` it discards the body; with `together` the responses of one iteration of the event loop leave together.
import { createServer } from 'node:http';
import { answering } from './collect-and-answer.js';
import { serveBenchmark } from './control.js';

serveBenchmark(createServer(answering(process.argv[2])));
