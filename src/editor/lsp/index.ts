import { isMainThread } from 'node:worker_threads';
import { serveChecks } from './check-thread.ts';
import { type ServerOptions, serveEditor } from './server.ts';

/** Speaks the language server protocol on the standard streams; in a thread of such a program, checks large contracts. */
export function serve(options: ServerOptions): void {
  if (isMainThread) serveEditor(options);
  else serveChecks();
}
