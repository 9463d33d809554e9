// Publishes the packed packages of .build/packages that the registry does not have yet, so that it can be run again:
//
//   node release/publish.js [arguments of npm publish]
import { spawnSync } from 'node:child_process';
import { packedFile } from './pack.js';
import { hasVersion, manifestOf, published } from './packages.js';

const args = process.argv.slice(2);

for (const folder of published) {
  const { name, version } = manifestOf(folder);
  if (hasVersion(name, version)) {
    console.log(`${name} ${version} is there already.`);
    continue;
  }
  const tag = version.includes('-') ? 'next' : 'latest';
  const { status } = spawnSync('npm', ['publish', packedFile(name), '--tag', tag, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
