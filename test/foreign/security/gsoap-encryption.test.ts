import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decryptionKey } from '@soapwright/security/keys';
import { decryptMessage } from '@soapwright/security/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { runProgram } from '../support/program.ts';

const plugin = '/usr/share/gsoap/plugin';
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const plain = `<s:Envelope xmlns:s="${soap}"><s:Body><n:echo xmlns:n="urn:secure"><text>hello</text></n:echo></s:Body></s:Envelope>`;

let folder: OpensslFolder;
beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Receiver -keyout key.pem -out certificate.pem');
  cpSync(fileURLToPath(new URL('gsoap', import.meta.url)), folder.path, { recursive: true });
  const run = (command: string, ...args: readonly string[]): Promise<string> =>
    runProgram(command, args, { cwd: folder.path });
  await run('soapcpp2', '-S', '-x', '-I/usr/share/gsoap/import:/usr/share/gsoap', 'secure.h');
  const plugins = ['wsseapi', 'mecevp', 'smdevp', 'threads'].map((name) => `${plugin}/${name}.c`);
  const sources = ['encrypting.cpp', 'soapServer.cpp', 'soapC.cpp', ...plugins];
  const folders = ['-I.', `-I${plugin}`, '-I/usr/share/gsoap', '-I/usr/share/gsoap/custom'];
  const more = ['/usr/share/gsoap/custom/struct_timeval.c', '-lgsoapssl++', '-lssl', '-lcrypto', '-lz'];
  await run('g++', '-w', '-DWITH_OPENSSL', '-DWITH_DOM', ...folders, '-o', 'server', '-x', 'c++', ...sources, ...more);
});
afterAll(() => folder?.remove());

/** The response of the program to a request. */
async function gsoap(request: string, bits: number, mode: string): Promise<string> {
  const args = ['certificate.pem', String(bits), mode];
  const output = await runProgram(join(folder.path, 'server'), args, { cwd: folder.path, input: request });
  return output.slice(output.indexOf('<?xml'));
}

const keyText = /(<xenc:EncryptedKey.*?<xenc:CipherValue>)([^<]*)/s;

/** The message with its key wrapped again, by the padding that it names. */
function rewrapped(message: string): string {
  folder.write('wrapped.b64', keyText.exec(message)?.[2] ?? '');
  folder.run('base64 -d -A -in wrapped.b64 -out wrapped');
  folder.run('pkeyutl -decrypt -inkey key.pem -in wrapped -out session -pkeyopt rsa_padding_mode:pkcs1');
  const key = createPublicKey(folder.read('certificate.pem'));
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  const again = publicEncrypt(options, folder.read('session')).toString('base64');
  return message.replace(keyText, (_, before: string) => before + again);
}

// The program of gSOAP 2.8.124 writes the identifier of RSA-OAEP, and pads by PKCS#1 1.5: EVP_SealInit has nothing else.
// So keys are wrapped again in between; everything else is as it writes it. It does not read encrypted messages with the
// library of Debian 12, its own neither, so that the other direction cannot be tried.
describe.each([
  [128, 'gcm'],
  [192, 'gcm'],
  [256, 'gcm'],
  [256, 'cbc'],
] as const)('gSOAP with AES-%i in %s', (bits, mode) => {
  it('encrypts what we decrypt, but for the padding of its key', async () => {
    const response = await gsoap(plain, bits, mode);
    expect(response).toContain('http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p');
    const open = async (text: string): Promise<string> => {
      const keys = [decryptionKey({ pem: folder.read('key.pem') })];
      const message = { envelope: new TextEncoder().encode(text), parts: [] };
      return new TextDecoder().decode((await decryptMessage(message, { keys })).envelope);
    };
    if (mode === 'cbc') {
      await expect(open(rewrapped(response))).rejects.toThrow('aes256-cbc is not allowed');
      return;
    }
    await expect(open(response)).rejects.toMatchObject({ code: 'encryption' });
    expect(await open(rewrapped(response))).toContain('gSOAP: hello');
  });
});
