// Connections that send what they are told, byte by byte, and what came back.
import { connect } from 'node:net';

/** Opens a connection. Errors are the ends of connections, which is what hostile requests are about. */
export function open(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends bytes and resolves with the statuses of all answers, when there are `count` of them or the connection has ended.
 * It is then closed.
 */
export function exchange(port, bytes, { count = 1, end = false } = {}) {
  const socket = open(port);
  return new Promise((resolve) => {
    const held = [];
    const statuses = () =>
      [
        ...Buffer.concat(held)
          .toString('latin1')
          .matchAll(/(?:^|\n|>)HTTP\/1\.1 (\d{3}) /g),
      ].map(([, code]) => +code);
    socket.on('data', (piece) => {
      held.push(piece);
      if (statuses().length >= count && whole(Buffer.concat(held))) socket.destroy();
    });
    socket.once('close', () => resolve(statuses()));
    socket.once('connect', () => (end ? socket.end(bytes) : socket.write(bytes)));
  });
}

/** Whether the last answer is there to its end. */
function whole(bytes) {
  const text = bytes.toString('latin1');
  const start = text.lastIndexOf('HTTP/1.1 ');
  const end = text.indexOf('\r\n\r\n', start);
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(start, end));
  return end >= 0 && length !== null && text.length >= end + 4 + Number(length[1]);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the server has closed the connection; false when it has not in time. */
export function cutOff(socket, milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(false);
    }, milliseconds);
    socket.resume();
    const over = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(true);
    };
    socket.once('end', over);
    socket.once('close', over);
  });
}
