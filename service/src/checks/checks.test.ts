import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadHooks } from '../hooks/hooks-file.ts';
import { parseSecrets, signatures } from '../hooks/webhook.ts';
import { type ArrivedFile, type FileCheck, reasonOf } from './file-check.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const never = new AbortController().signal;

function fileOf(content: Uint8Array, pieceSize = 64 * 1024): ArrivedFile {
  return {
    id: 'u1',
    path: '/anna/in/é 1.txt',
    size: BigInt(content.length),
    sha256: createHash('sha256').update(content).digest('hex'),
    async *bytes() {
      for (let at = 0; at < content.length; at += pieceSize) yield content.subarray(at, at + pieceSize);
    },
  };
}

/** A file whose storage fails. */
const lost: ArrivedFile = {
  ...fileOf(Buffer.from('x')),
  async *bytes() {
    yield Buffer.from('x');
    throw new Error('lost');
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfs-checks-'));
  writeFileSync(join(folder, 'dlp.secret'), secret);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function checksOf(text: string): Promise<readonly FileCheck[]> {
  const path = join(folder, 'hooks.yaml');
  writeFileSync(path, text);
  return (await loadHooks(path)).checks;
}

async function checkOf(text: string): Promise<FileCheck> {
  const [check] = await checksOf(`checks: [${text}]`);
  if (check === undefined) throw new Error('There is no check.');
  return check;
}

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the checks of the file with the hooks', () => {
  it('are clamd, commands and webhooks, with their time', async () => {
    const checks = await checksOf(`checks:
  - { name: virus, clamd: { socket: /run/clamav/clamd.ctl } }
  - { name: far, clamd: { host: 127.0.0.1 }, timeoutSeconds: 5, withoutVerdict: accept }
  - { name: rules, command: [/usr/local/bin/rules, --strict] }
  - { name: dlp, webhook: { url: "https://dlp.example/files", secretFile: dlp.secret } }
`);
    expect(checks).toMatchObject([
      { name: 'virus', target: 'clamd at /run/clamav/clamd.ctl', timeout: 60_000, withoutVerdict: 'reject' },
      { name: 'far', target: 'clamd at 127.0.0.1:3310', timeout: 5_000, withoutVerdict: 'accept' },
      { name: 'rules', target: '/usr/local/bin/rules --strict' },
      { name: 'dlp', target: 'https://dlp.example/files' },
    ]);
  });

  it.each([
    ['{ name: a }', 'A check has either clamd, a webhook or a command.'],
    ['{ name: a, command: [x], clamd: { host: localhost } }', 'A check has either clamd, a webhook or a command.'],
    ['{ name: a, clamd: {} }', 'clamd has either a socket, or a host and a port.'],
    ['{ name: a, clamd: { host: 10.0.0.1 } }', 'host must be this machine: clamd has no encryption.'],
    ['{ name: a, command: [x], withoutVerdict: maybe }', 'withoutVerdict must be reject or accept.'],
    ['{ name: a, command: [x] }, { name: a, command: [x] }', 'Two checks are named a.'],
    ['{ name: a, command: [x], retryHours: 1 }', 'A check has no field retryHours.'],
    ['{ name: a, command: [x], environment: [RFS_SERVICE_KEY] }', 'commands never get the service key.'],
  ])('reject %s', async (text, problem) => {
    await expect(checksOf(`checks: [${text}]`)).rejects.toThrow(problem);
  });
});

describe('clamd', () => {
  /** A daemon that replies to a whole file, or to the first bytes. */
  const daemon = async (reply: (content: Buffer) => string | undefined, early?: string): Promise<FileCheck> => {
    const port = await portOf(
      createServer((socket: Socket) => {
        let held = Buffer.alloc(0);
        if (early !== undefined) socket.once('data', () => socket.end(early));
        socket.on('error', () => undefined);
        socket.on('data', (piece) => {
          held = Buffer.concat([held, piece]);
          const content = contentOf(held);
          const text = content && early === undefined ? reply(content) : undefined;
          if (text !== undefined) socket.end(text);
        });
      }),
    );
    return await checkOf(`{ name: virus, clamd: { host: 127.0.0.1, port: ${port} } }`);
  };

  it('gets the bytes in pieces with their lengths', async () => {
    const content = randomBytes(300_000);
    let got: Buffer = Buffer.alloc(0);
    const check = await daemon((all) => {
      got = all;
      return 'stream: OK\0';
    });
    expect(await check.check(fileOf(content), never)).toEqual({ accepted: true });
    expect(got.equals(content)).toBe(true);
    expect(await check.check(fileOf(Buffer.alloc(0)), never)).toEqual({ accepted: true });
  });

  it('gives the name of what it finds', async () => {
    const check = await daemon(() => 'stream: Win.Test.EICAR_HDB-1 FOUND\0');
    expect(await check.check(fileOf(Buffer.from('x')), never)).toEqual({
      accepted: false,
      reason: 'Win.Test.EICAR_HDB-1',
    });
  });

  it.each([
    ['an error', 'INSTREAM size limit exceeded. ERROR\0', 'clamd replied: INSTREAM size limit exceeded. ERROR'],
    ['another text', 'stream: maybe OK\0', 'clamd replied: stream: maybe OK'],
    ['nothing', '', 'clamd closed the connection'],
  ])('gives no verdict with %s', async (_, reply, message) => {
    const check = await daemon(() => reply, reply);
    await expect(check.check(fileOf(randomBytes(3_000_000)), never)).rejects.toThrow(message);
  });

  it('names StreamMaxLength where the connection is cut off before a reply', async () => {
    const port = await portOf(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    const check = await checkOf(`{ name: virus, clamd: { host: 127.0.0.1, port: ${port} } }`);
    await expect(check.check(fileOf(randomBytes(3_000_000)), never)).rejects.toThrow(
      /^clamd closed the connection \((?:EPIPE|ECONNRESET)\), as for a file beyond its StreamMaxLength$/,
    );
  });

  it('gives no verdict when it is not there, or silent', async () => {
    const gone = await checkOf(`{ name: virus, clamd: { socket: ${join(folder, 'none')} } }`);
    await expect(gone.check(fileOf(Buffer.from('x')), never)).rejects.toThrow('clamd: ENOENT');
    const silent = await daemon(() => undefined);
    const checked = silent.check(fileOf(Buffer.from('x')), AbortSignal.timeout(50));
    await expect(checked).rejects.toThrow('clamd gave no verdict in time');
    await expect(silent.check(lost, never)).rejects.toThrow('lost');
  });
});

describe('a command', () => {
  const script = (text: string) =>
    `{ name: rules, command: [${JSON.stringify(process.execPath)}, -e, ${JSON.stringify(text)}] }`;

  it('gets the bytes, and the path, size and SHA-256 as variables', async () => {
    const check = await checkOf(
      script(`let all = ''; process.stdin.on('data', (text) => { all += text; }).on('end', () => {
        const { RFS_FILE_PATH, RFS_FILE_SIZE, RFS_FILE_SHA256, RFS_SERVICE_KEY } = process.env;
        console.log([all, RFS_FILE_PATH, RFS_FILE_SIZE, RFS_FILE_SHA256.length, RFS_SERVICE_KEY].join(' '));
        process.exit(1);
      });`),
    );
    expect(await check.check(fileOf(Buffer.from('abc')), never)).toEqual({
      accepted: false,
      reason: 'abc /anna/in/é 1.txt 3 64',
    });
  });

  it.each([
    ['process.exit(2)', 'exit code 2'],
    ['process.kill(process.pid)', 'ended by SIGTERM'],
  ])('gives no verdict by %s', async (text, message) => {
    await expect((await checkOf(script(text))).check(fileOf(Buffer.from('x')), never)).rejects.toThrow(message);
  });

  it('need not read all bytes', async () => {
    const check = await checkOf(script('process.exit(0)'));
    expect(await check.check(fileOf(randomBytes(5_000_000)), never)).toEqual({ accepted: true });
  });

  it('is ended when it takes too long, and when the bytes cannot be read', async () => {
    const check = await checkOf(script('setInterval(() => {}, 1000)'));
    const late = check.check(fileOf(Buffer.from('x')), AbortSignal.timeout(200));
    await expect(late).rejects.toThrow('the program did not end in time');
    await expect(check.check(lost, never)).rejects.toThrow('lost');
  });
});

describe('a webhook', () => {
  const receiver = async (listener: RequestListener): Promise<FileCheck> => {
    const port = await portOf(createHttp(listener));
    return await checkOf(`{ name: dlp, webhook: { url: "http://127.0.0.1:${port}/check", secretFile: dlp.secret } }`);
  };
  const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  it('gets the bytes, with a signature over their SHA-256', async () => {
    const content = randomBytes(200_000);
    let isRight = false;
    const check = await receiver(async (request, response) => {
      const { headers } = request;
      const id = String(headers['webhook-id']);
      const body = String(headers['x-file-sha256']);
      const expected = signatures(parseSecrets(secret) ?? [], { id, body }, Number(headers['webhook-timestamp']));
      isRight =
        headers['webhook-signature'] === expected &&
        headers['x-file-path'] === '/anna/in/%C3%A9%201.txt' &&
        body ===
          createHash('sha256')
            .update(await bodyOf(request))
            .digest('hex');
      response.writeHead(204).end();
    });
    expect(await check.check(fileOf(content), never)).toEqual({ accepted: true });
    expect(isRight).toBe(true);
  });

  it.each([
    ['application/json', '{"reason":"a customer number"}', 'a customer number'],
    ['text/plain', 'a customer number\nin line 3', 'a customer number'],
    ['application/json', '{', ''],
  ])('refuses by 422 with %s', async (type, text, reason) => {
    const check = await receiver((request, response) => {
      request.resume().on('end', () => response.writeHead(422, { 'content-type': type }).end(text));
    });
    expect(await check.check(fileOf(Buffer.from('x')), never)).toEqual({ accepted: false, reason });
  });

  it('gives no verdict by another status, without a response, and when it is not there', async () => {
    const busy = await receiver((request, response) => request.resume().on('end', () => response.writeHead(503).end()));
    await expect(busy.check(fileOf(Buffer.from('x')), never)).rejects.toThrow('HTTP 503');
    const silent = await receiver((request) => request.resume());
    await expect(silent.check(fileOf(Buffer.from('x')), AbortSignal.timeout(50))).rejects.toThrow(
      'no response in time',
    );
    await expect(silent.check(lost, never)).rejects.toThrow('lost');
    const check = await checkOf('{ name: dlp, webhook: { url: "http://127.0.0.1:1/check", secretFile: dlp.secret } }');
    await expect(check.check(fileOf(Buffer.from('x')), never)).rejects.toThrow('http://127.0.0.1:1: ECONNREFUSED');
  });
});

it('a reason is one short line', () => {
  expect(reasonOf('\n  a\tb\u202e \r\nc')).toBe('a b');
  expect(reasonOf('x'.repeat(300))).toBe(`${'x'.repeat(199)}…`);
});

/** The content of a complete INSTREAM. */
function contentOf(bytes: Buffer): Buffer | undefined {
  const command = Buffer.from('zINSTREAM\0');
  if (!bytes.subarray(0, command.length).equals(command)) return undefined;
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > bytes.length) return undefined;
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
