import type { Server } from 'node:http';

export function previewServer(): Server;
