import { parentPort, workerData } from 'node:worker_threads';
import { targets } from '../target/index.ts';
import { distil } from './distil.ts';
import type { Job } from './job.ts';
import { Loop } from './loop.ts';

/** The thread that runs.js watches. */
const job: Job = workerData;
const target = targets[job.target];
if (target === undefined) throw new Error(`There is no target ${job.target}.`);
const loop = new Loop(job, target, (message) => parentPort?.postMessage(message));
if (job.mode === 'replay') loop.replay();
else if (job.mode === 'distil') distil(loop, job, (message) => parentPort?.postMessage(message));
else loop.run();
