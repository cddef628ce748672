import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A socket of HTTP/1.1 carries the answer that is under way on it; Node has no other way to ask. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/** Returns the answer that a connection is waiting for, or that is being sent on it; undefined between requests. */
export function answerOn(socket: Socket): ServerResponse | undefined {
  return (socket as AnsweringSocket)._httpMessage ?? undefined;
}

/** Resolves when every request that has come on a connection is answered, or the connection is gone. */
export async function whenAnswered(socket: Socket): Promise<void> {
  for (let answer = answerOn(socket); answer; answer = answerOn(socket)) await once(answer, 'close');
}
