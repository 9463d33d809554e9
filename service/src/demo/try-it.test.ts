import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pages } from '@soapwright/generated/remote-file-service/pages';
import { describe, expect, it } from 'vitest';
import { startDemo } from '../../../test/support/service/demo-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The outputs of the blocks of docs/tutorials/try-it.md, in order. */
const expected: readonly RegExp[] = [
  /^\s*$/,
  /<GetClientIDResult><ErrorMessage><\/ErrorMessage><ClientID>1001<\/ClientID>/,
  /<GetAPIURLResult><ErrorMessage><\/ErrorMessage><APIURL>SERVICE<\/APIURL>/,
  /<ErrorMessage><\/ErrorMessage><ChunkAppended>true<\/ChunkAppended><UploadToken>[\w-]{20,}</,
  /<ErrorMessage><\/ErrorMessage><ChunkAppended>true<\/ChunkAppended>/,
  /^\s*Hello, world\.\s*$/,
  /<AccountCreateFreeResult><ErrorMessage><\/ErrorMessage><Result>true</,
  /<AdminCreateFolderResult><FolderName>for-guest\d+</,
  /<LoginURL>http:\/\/127\.0\.0\.1:\d+\/auth\?[^<]*<\/LoginURL><SSOType>OIDC<.*<LoginURL>http:\/\/127\.0\.0\.1:\d+\/saml\/sign-in\?SAMLRequest=[^<]*<\/LoginURL><SSOType>SAML2</s,
  /<SAMLAccountLoginResponse.*<ErrorMessage><\/ErrorMessage><Token>[\w-]{43}<\/Token><ClientEncryptedPassword>[\w-]+</,
  /<SAMLAccountLoginResponse.*<ErrorMessage>[^<]+<\/ErrorMessage><\/LoginResult>/,
  /<ExternalOAuthAccountLoginResponse.*<ErrorMessage><\/ErrorMessage><Token>[\w-]{43}<\/Token><ClientEncryptedPassword>[\w-]+</,
  /<ExternalOAuthAccountLoginResponse.*<ErrorMessage><\/ErrorMessage><Token>[\w-]{43}<\/Token><ClientEncryptedPassword>[\w-]+</,
];

describe.skipIf(!hasCurl && !required)('docs/tutorials/try-it.md', () => {
  it('calls all nine operations successfully by commands that work as pasted', async () => {
    const tour = await readFile(join(root, 'docs/tutorials/try-it.md'), 'utf8');
    const blocks = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);
    expect(blocks).toHaveLength(expected.length);
    for (const { name } of pages.description.operations) expect(blocks.join('')).toContain(`soap ${name} `);
    const data = await mkdtemp(join(tmpdir(), 'rfs-try-it-'));
    const demo = await startDemo(data);
    try {
      const separator = '=== next block ===';
      const script = blocks.join(`echo; echo '${separator}'\n`).replace(usual, demo.address);
      const env = { ...process.env, RFS_DATA: data };
      const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: root, env });
      const responses = stdout.split(`${separator}\n`);
      expect(responses).toHaveLength(expected.length);
      for (const [index, response] of responses.entries()) {
        expect(response.replaceAll(demo.address, 'SERVICE'), blocks[index]).toMatch(expected[index] ?? /never/);
      }
    } finally {
      demo.process.kill('SIGTERM');
      expect(await demo.exited).toBe(0);
      await rm(data, { recursive: true, force: true });
    }
  });
});

const usual = 'http://127.0.0.1:8080/v2/fileservice.asmx';
