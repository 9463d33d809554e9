import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message that a receiver of mail got: its lines, with their dots as they were written. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface SmtpReceiver {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Answers to MAIL, to RCPT and to the end of a message; undefined: 250. */
  answer: { readonly sender?: string; readonly recipient?: string; readonly message?: string };
  close(): Promise<void>;
}

/** A receiver of SMTP on this machine, without TLS (RFC 5321). */
export async function startSmtp(): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, receiver);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const receiver: SmtpReceiver = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received: [],
    answer: {},
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

function serve(socket: Socket, receiver: SmtpReceiver): void {
  let [from, to, text, isData, rest] = ['', '', '', false, ''];
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    if (!isData) {
      const [, verb = '', path = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
      if (verb === 'MAIL') from = path;
      if (verb === 'RCPT') to = path;
      isData = verb === 'DATA';
      const { sender, recipient } = receiver.answer;
      const answers: Record<string, string | undefined> = { DATA: '354 Go on', QUIT: '221 Bye' };
      say({ ...answers, MAIL: sender, RCPT: recipient }[verb] ?? '250 OK');
    } else if (line === '.') {
      const answer = receiver.answer.message ?? '250 OK';
      if (answer.startsWith('2')) receiver.received.push({ from, to, text });
      [text, isData] = ['', false];
      say(answer);
    } else {
      text += `${line.replace(/^\./, '')}\n`;
    }
  };
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (piece: string) => {
    const lines = (rest + piece).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  say('220 test');
}
