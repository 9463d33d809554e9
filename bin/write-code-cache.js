// The last step of the build: runs the command once, and writes the code that V8 compiled.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { codeFile, compile, readProgram, run } = require('./start.js');

const folder = mkdtempSync(join(tmpdir(), 'soapwright-build-'));
const schema = join(__dirname, '../schema/remote-file-service.yaml');
process.argv = [
  process.argv[0],
  'soapwright',
  'generate',
  '--no-cache',
  '--quiet',
  '--schema',
  schema,
  '--out',
  folder,
];
const script = compile(readProgram(), undefined);
process.on('exit', (exitCode) => {
  rmSync(folder, { recursive: true });
  if (exitCode === 0) writeFileSync(codeFile, script.createCachedData());
});
run(script);
