import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type StatusError, failure, methodNotAllowed } from '../../apimachinery/index.js';
import { whenAnswered } from './http1-socket.js';

/** How long a connection that is given up is still read from, so that its end does not overtake the answer (ms). */
const LINGER_MS = 500;
const TOO_LARGE = 'HPE_HEADER_OVERFLOW';
const UNKNOWN_METHOD = 'HPE_INVALID_METHOD';
/** Data sent while reading was paused is lost to the parser, and with it the start of the next request. */
const LOST = 'HPE_PAUSED';

const ENDING = new WeakSet<Socket>();

/** Responds to what is no request of HTTP/1.1, and ends its connection, after the answers to the requests before it. */
export function answerClientError(error: ParseError, socket: Socket): void {
  if (ENDING.has(socket)) return;
  ENDING.add(socket);
  // Faults of TLS come here as well, and clients that have gone or never finished their headers: no client listens there.
  if (!error.code?.startsWith('HPE_') || error.code === LOST || !socket.writable) return void socket.destroy();
  void whenAnswered(socket).then(() => endWith(socket, answerTo(error)));
}

/** Node's error for bytes that are no request, with the bytes and how far they were parsed. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function answerTo(error: ParseError): string {
  if (error.code === TOO_LARGE) return statusAnswer(headersTooLarge());
  // Any word is a method to the reference, and one that no route knows.
  const isRequest = error.code === UNKNOWN_METHOD && REQUEST_LINE.test(lineOf(error));
  return isRequest ? statusAnswer(methodNotAllowed()) : plainAnswer('400 Bad Request');
}

const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/1\.[01]\r?$/;

/** The line that could not be read, as far as it has come. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParseError): string {
  if (!rawPacket) return '';
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\n', start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end);
}

/** Writes a last answer, and ends the connection once the client had time to read it. */
export function endWith(socket: Socket, answer: string): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Returns an answer in plain text, as the HTTP server of Go gives it before any handler is reached. */
export function plainAnswer(line: string): string {
  return `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${line}`;
}

function statusAnswer({ code, status }: StatusError): string {
  const body = `${JSON.stringify(status)}\n`;
  const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
  return [`HTTP/1.1 ${code} ${STATUS_CODES[code]}`, ...head, '', body].join('\r\n');
}

/** Returns a 431: more headers, or longer ones, than are read. */
export function headersTooLarge(): StatusError {
  return failure(431, 'the headers of the request are too large');
}
