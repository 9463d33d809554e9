// The packages that a release publishes, and the files that name its version.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders of the published packages; a package comes after those that it depends on. */
export const published = ['runtime', 'security', 'upload-client', '.', 'create-soapwright'];

/** Folders with a package.json that has the version of the release. */
export const versioned = [...published, 'generated', 'service', 'editors/vscode'];

/** Further files that name the version; each mention of it is replaced. */
export const mentions = [
  'docs/contributing/publish-the-site.md',
  'docs/how-to/edit-contracts.md',
  'docs/how-to/use-in-a-pipeline.md',
  'docs/service/a-year-with-the-service.md',
  'examples/browser-app/package.json',
  'examples/client-with-replay/package.json',
  'examples/commonjs-monorepo/package.json',
  'examples/commonjs-monorepo/packages/api/package.json',
  'examples/commonjs-monorepo/packages/contract/package.json',
  'examples/express-server/package.json',
  'examples/from-node-soap/package.json',
  'examples/gateway-on-workers/package.json',
  'service/deploy/Dockerfile',
  'service/deploy/kubernetes/deployment.yaml',
  'src/diagnostics/catalogue/command-messages.ts',
];

/** @param {string} folder of a package, below `from`. @returns its package.json. */
export function manifestOf(folder, from = root) {
  return JSON.parse(readFileSync(join(from, folder, 'package.json'), 'utf8'));
}

/** Whether the registry has a version of a package. @throws if it does not answer. */
export function hasVersion(name, version) {
  const args = ['view', `${name}@${version}`, 'version', '--json'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.trim() !== '';
  if (/E404/.test(stdout + stderr)) return false;
  throw new Error(`The registry did not answer: ${stderr.trim().split('\n')[0]}`);
}
