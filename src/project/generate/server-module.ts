import { relative, resolve, sep } from 'node:path';
import { specifierOf } from '../../emit/index.ts';
import type { Target } from '../config/index.ts';

/** The generated server as handlers import it; undefined without handlers. @param current the folder that paths are relative to. */
export function serverModule(
  { out, handlers, handlersImport, importExtension }: Target,
  current: string,
): string | undefined {
  if (handlers === undefined) return undefined;
  const folder = handlersImport ?? relativeModule(resolve(current, handlers), resolve(current, out));
  const module = `${folder}/server`;
  return module.startsWith('.') ? specifierOf(module, importExtension) : module;
}

function relativeModule(from: string, to: string): string {
  const path = relative(from, to).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}
