import type { Socket } from 'node:net';
import { type StatusError, failure } from '../../apimachinery/index.js';
import { whenAnswered } from './http1-socket.js';

/** How long a connection that is given up is still read from, so that its end does not overtake the answer (ms). */
const LINGER_MS = 500;
const TOO_LARGE = 'HPE_HEADER_OVERFLOW';
/** What was sent while nothing was read is lost to the parser, and with it where the next request begins. */
const LOST = 'HPE_PAUSED';

const ENDING = new WeakSet<Socket>();

/** Answers what is no request of HTTP/1.1 and ends its connection, after the answers to the requests before it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (ENDING.has(socket)) return;
  ENDING.add(socket);
  // Faults of TLS come here as well, and clients that have gone or never finished their headers: nobody listens there.
  if (!error.code?.startsWith('HPE_') || error.code === LOST || !socket.writable) return void socket.destroy();
  const answer = error.code === TOO_LARGE ? statusAnswer(headersTooLarge()) : plainAnswer('400 Bad Request');
  void whenAnswered(socket).then(() => endWith(socket, answer));
}

/** Writes a last answer, and ends the connection once the client had time to read it. */
export function endWith(socket: Socket, answer: string): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** An answer in plain text, as the HTTP server of Go gives it before any handler is reached. */
export function plainAnswer(line: string): string {
  return `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${line}`;
}

function statusAnswer({ code, status }: StatusError): string {
  const body = `${JSON.stringify(status)}\n`;
  const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
  return [`HTTP/1.1 ${code} Request Header Fields Too Large`, ...head, '', body].join('\r\n');
}

/** 431: more headers, or longer ones, than are read. */
export function headersTooLarge(): StatusError {
  return failure(431, 'the headers of the request are too large');
}
