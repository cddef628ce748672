import type { ServerResponse } from 'node:http';

/**
 * Keeps the end of an answer back until something has settled: an answer without streams is sent as a whole at its end, so
 * that none of it is sent before.
 */
export function holdAnswer(response: ServerResponse, settle: () => unknown): void {
  const end = response.end.bind(response) as (...args: readonly unknown[]) => ServerResponse;
  const held = (...args: readonly unknown[]): ServerResponse => {
    response.end = end as ServerResponse['end'];
    void Promise.resolve(settle()).finally(() => end(...args));
    return response;
  };
  response.end = held as ServerResponse['end'];
}
