import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '../src/contract/model/index.ts';
import { emit, type Reading } from '../src/emit/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A folder for code that tests generate. It is inside the repository, so that the runtime resolves as in a user's project. */
export class GeneratedFolder {
  readonly path: string;
  #count = 0;

  constructor(name: string) {
    mkdirSync(join(root, '.build'), { recursive: true });
    this.path = mkdtempSync(join(root, '.build', `${name}-`));
  }

  /** Generates into a new subfolder. Returns its path and the text of the WSDL. */
  async write(contract: Contract, reading?: Reading): Promise<{ readonly folder: string; readonly wsdl: string }> {
    const folder = join(this.path, String(this.#count++));
    let wsdl = '';
    for (const { path, text } of await emit(contract, { source: 'contract.yaml', importExtension: 'ts', reading })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      if (path.endsWith('.wsdl')) wsdl = text;
    }
    return { folder, wsdl };
  }

  /** Generates, and imports one of the modules. */
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
