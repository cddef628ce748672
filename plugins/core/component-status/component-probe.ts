import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/** For the whole answer. */
const TIMEOUT_MS = 20_000;
/** As much of an answer as is read (upstream: maxRespBodyLength). */
const MAX_BODY_BYTES = 10 * 1024;

/** The health of a control plane component. */
export interface ProbeResult {
  readonly isHealthy: boolean;
  readonly message: string;
}

/**
 * Checks the health of a control plane component on this machine. Its certificate is not verified, as in the
 * reference: such components generate their own.
 */
export function probeHealth(port: number, timeoutMs = TIMEOUT_MS): Promise<ProbeResult> {
  const url = `https://127.0.0.1:${port}/healthz`;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const why = signal.aborted ? 'context deadline exceeded' : faultOf(error, port);
      resolve({ isHealthy: false, message: `Get "${url}": ${why}` });
    };
    const sent = request(url, { rejectUnauthorized: false, signal, agent: false }, (response) => {
      readStart(response).then((body) => {
        resolve(judge(response.statusCode ?? 0, body));
        sent.destroy();
      }, fail);
    });
    sent.on('error', fail);
    sent.end();
  });
}

/** Reads the beginning of a body: the component does not decide how much is read. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString();
}

function judge(status: number, body: string): ProbeResult {
  if (status >= 200 && status < 400) return { isHealthy: true, message: body };
  return { isHealthy: false, message: `HTTP probe failed with statuscode: ${status}` };
}

function faultOf({ code, message }: NodeJS.ErrnoException, port: number): string {
  return code === 'ECONNREFUSED' ? `dial tcp 127.0.0.1:${port}: connect: connection refused` : message;
}
