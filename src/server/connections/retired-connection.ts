import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';

/** A request as far as the end of its connection depends on it. */
interface RetiringRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isLongRunning: boolean;
}

/**
 * Ends the HTTP/2 connection of a request by GOAWAY with NO_ERROR: once it is answered, or at once where it stays open.
 * Requests in progress are finished, and the client sends others over a new connection. HTTP/1.1 is left alone
 * (upstream: WithProbabilisticGoaway).
 */
export function sendGoaway({ request, response, isLongRunning }: RetiringRequest): void {
  const session = sessionOf(request);
  if (!session) return;
  // Frames cannot be sent within the callback of nghttp2 in which a stream opens or closes.
  const retire = (): void => void setImmediate(() => session.destroyed || session.close());
  if (isLongRunning) retire();
  else response.once('close', retire);
}

/** Ends the connection of a request once it is answered: by GOAWAY, or the header `Connection: close`. */
export function closeAfterAnswer(context: RetiringRequest): void {
  if (sessionOf(context.request)) sendGoaway({ ...context, isLongRunning: false });
  else context.response.setHeader('connection', 'close');
}

function sessionOf(request: IncomingMessage): ServerHttp2Session | undefined {
  const { stream } = request as { stream?: ServerHttp2Stream };
  return stream?.session as ServerHttp2Session | undefined;
}
