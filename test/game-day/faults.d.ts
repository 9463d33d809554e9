import type { Fault } from './game-day.js';

export declare const faults: readonly Fault[];
