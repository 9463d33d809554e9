import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '../src/contract/index.ts';
import { emit } from '../src/emit/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders for what is generated while tests run, inside of the repository: the runtime is found as a user's project finds it. */
export class GeneratedFolder {
  readonly path: string;
  #count = 0;

  constructor(name: string) {
    mkdirSync(join(root, '.build'), { recursive: true });
    this.path = mkdtempSync(join(root, '.build', `${name}-`));
  }

  /** Generates from a contract, and imports one of the modules. */
  async module<Module>(contract: Contract, name: 'client' | 'server' | 'codec'): Promise<Module> {
    const out = join(this.path, String(this.#count++));
    mkdirSync(out);
    for (const file of await emit(contract, { source: 'contract.yaml', importExtension: 'ts' })) {
      writeFileSync(join(out, file.path), file.text);
    }
    return (await import(pathToFileURL(join(out, `${name}.ts`)).href)) as Module;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
