import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../common/storage-error.ts';
import { type ArrivedFile, accepted, NoVerdict, reasonOf, type Verdict } from './file-check.ts';

/** Bytes of a reply that are read; those of clamd have a line. */
const mostReply = 4_096;

/**
 * Has a file scanned by ClamAV's daemon: `INSTREAM`, pieces with their length in four bytes, a piece of length 0; the
 * reply is `stream: OK` or `stream: Name FOUND`, or an error such as that of a file beyond its `StreamMaxLength`.
 *
 * @throws {NoVerdict}, and what reading the file throws.
 */
export async function scanByClamd(at: NetConnectOpts, file: ArrivedFile, signal: AbortSignal): Promise<Verdict> {
  const socket = connect(at);
  const stop = (): void => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let unreadable: unknown;
  try {
    const reply = replyOf(socket);
    const sent = sendFile(socket, file).catch((error: unknown) => {
      unreadable = error;
      throw error;
    });
    // It replies early to what it does not take.
    await Promise.race([sent.then(() => reply), reply]);
    return verdictOf(await reply);
  } catch (error) {
    if (unreadable !== undefined) throw unreadable;
    if (signal.aborted) throw new NoVerdict('clamd gave no verdict in time', { cause: error });
    if (error instanceof NoVerdict) throw error;
    throw new NoVerdict(failureOf(errorCode(error)), { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** A connection that clamd has closed can lose the reply that said why. */
function failureOf(code: string): string {
  if (code !== 'EPIPE' && code !== 'ECONNRESET') return `clamd: ${code || 'failed'}`;
  return `clamd closed the connection (${code}), as for a file beyond its StreamMaxLength`;
}

async function sendFile(socket: Socket, file: ArrivedFile): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const piece of file.bytes()) {
    if (piece.length === 0) continue;
    await write(socket, lengthOf(piece.length));
    await write(socket, piece);
    if (socket.destroyed) return;
  }
  await write(socket, lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  // A write to a connection that clamd has closed destroys the socket, with a reply that is not read yet.
  await setImmediate();
  // The reply tells why the rest is not wanted.
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
}

/** The reply, up to its NUL or the end of the connection. */
async function replyOf(socket: Socket): Promise<string> {
  return await new Promise((resolve, reject) => {
    let reply = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      reply += text;
      if (reply.includes('\0') || reply.length > mostReply) resolve(reply);
    });
    socket.on('error', (error) => (reply === '' ? reject(error) : resolve(reply)));
    socket.on('close', () => (reply === '' ? reject(new NoVerdict('clamd closed the connection')) : resolve(reply)));
  });
}

function verdictOf(reply: string): Verdict {
  const [text = ''] = reply.slice(0, mostReply).trim().split('\0');
  if (text === 'stream: OK') return accepted;
  const [, found] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (found !== undefined) return { accepted: false, reason: reasonOf(found) };
  throw new NoVerdict(`clamd replied: ${reasonOf(text)}`);
}
