import { request } from 'node:https';

const TIMEOUT_MS = 20_000;

/** What a part of the control plane says of its health. */
export interface ProbeResult {
  readonly isHealthy: boolean;
  readonly message: string;
}

/**
 * Asks a part of the control plane on this machine for its health. Whoever listens there is believed, as it is in the
 * reference: such parts make their own certificates.
 */
export function probeHealth(port: number): Promise<ProbeResult> {
  const url = `https://127.0.0.1:${port}/healthz`;
  return new Promise((resolve) => {
    const fail = (why: string): void => resolve({ isHealthy: false, message: `Get "${url}": ${why}` });
    const sent = request(url, { rejectUnauthorized: false, timeout: TIMEOUT_MS, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => fail(error.message));
      response.on('end', () => resolve(judge(response.statusCode ?? 0, Buffer.concat(chunks).toString())));
    });
    sent.on('timeout', () => sent.destroy(new Error('context deadline exceeded')));
    sent.on('error', (error: NodeJS.ErrnoException) => fail(faultOf(error, port)));
    sent.end();
  });
}

function judge(status: number, body: string): ProbeResult {
  if (status >= 200 && status < 400) return { isHealthy: true, message: body };
  return { isHealthy: false, message: `HTTP probe failed with statuscode: ${status}` };
}

function faultOf({ code, message }: NodeJS.ErrnoException, port: number): string {
  return code === 'ECONNREFUSED' ? `dial tcp 127.0.0.1:${port}: connect: connection refused` : message;
}
