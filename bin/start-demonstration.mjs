// `npm start`: builds without output unless the build fails, then runs the demonstration with the given flags.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

process.stderr.write('Building, which takes up to a minute the first time.\n');
for (const script of ['build:generator', 'generate', 'build:service']) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) continue;
  process.stderr.write(`${stdout}${stderr}npm run ${script} failed.\n`);
  process.exit(1);
}
const { main } = await import('../service/dist/cli/main.js');
process.exitCode = await main(['demo', ...process.argv.slice(2)]);
