import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

  /** Generates into a folder of its own, and answers with that and the WSDL. */
  async write(contract: Contract): Promise<{ readonly folder: string; readonly wsdl: string }> {
    const folder = join(this.path, String(this.#count++));
    let wsdl = '';
    for (const { path, text } of await emit(contract, { source: 'contract.yaml', importExtension: 'ts' })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      if (path.endsWith('.wsdl')) wsdl = text;
    }
    return { folder, wsdl };
  }

  /** Generates from a contract, and imports one of the modules. */
  async module<Module>(contract: Contract, name: 'client' | 'server' | 'codec'): Promise<Module> {
    return await moduleIn<Module>((await this.write(contract)).folder, name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export async function moduleIn<Module>(folder: string, name: 'client' | 'server' | 'codec'): Promise<Module> {
  return (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Module;
}
