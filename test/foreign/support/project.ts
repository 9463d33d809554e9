import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Diagnostic, generate, loadConfig } from '../../../src/index.ts';
import { FetchFolder } from '../../support/generator/fetch-run.ts';
import { type ClientModule, clientIn, type ServerModule, serverIn } from '../../support/generator/generated-modules.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A client and a server, generated from a WSDL. */
export interface Project {
  /** A temporary folder inside the repository, so that the runtime resolves as in a user's project. */
  readonly folder: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly client: ClientModule;
  readonly server: ServerModule;
  remove(): void;
}

export interface ProjectOptions {
  /** Text of an overlay. */
  readonly overlay?: string;
  /** Further files, such as schemas that the WSDL imports, by their paths from it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Generates both sides from the text of a WSDL, as `schema: service.wsdl` in soapwright.yaml does. */
export async function generateProject(wsdl: string, { overlay, files = {} }: ProjectOptions = {}): Promise<Project> {
  mkdirSync(join(root, '.build'), { recursive: true });
  const folder = mkdtempSync(join(root, '.build/foreign-'));
  const inputs = { ...files, 'service.wsdl': wsdl, ...(overlay !== undefined && { 'overlay.yaml': overlay }) };
  for (const [path, text] of Object.entries(inputs)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const text = `soapwright: 1
generate:
  - schema: service.wsdl
    out: generated
    sides: both
    importExtension: ts
${overlay === undefined ? '' : '    overlay: overlay.yaml\n'}`;
  const { config, diagnostics } = loadConfig({ file: 'soapwright.yaml', text });
  const options = { current: folder, environment: {}, force: false, dryRun: false, patience: 1000 };
  const result = await generate(config?.targets ?? [], options);
  const all = [...diagnostics, ...result.diagnostics];
  if (all.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(all, null, 2));
  const generated = join(folder, 'generated');
  return {
    folder,
    diagnostics: all,
    client: await clientIn(generated),
    server: await serverIn(generated),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As {@link generateProject}, from a WSDL that is served, with the files that it imports. */
export async function fetchProject(address: string, overlay: string): Promise<Project> {
  const fetched = new FetchFolder();
  try {
    const { exitCode, text } = await fetched.fetch(address, { out: 'wsdl' });
    if (exitCode !== 0) throw new Error(text);
    const names = fetched.names().filter((name) => name.startsWith('wsdl/'));
    const texts = names.map((name) => [name.slice('wsdl/'.length), fetched.read(name)] as const);
    const [[, wsdl = ''] = []] = texts.filter(([name]) => name.endsWith('.wsdl'));
    return await generateProject(wsdl, { overlay, files: Object.fromEntries(texts) });
  } finally {
    fetched.remove();
  }
}
