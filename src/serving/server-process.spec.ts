import { jest } from '@jest/globals';
import { type OpeningServer, stopOnSignals } from './server-process.js';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Sends SIGTERM to a process that opens a server; answers the codes that it ended with by then. */
function stopped(opening: OpeningServer): { readonly codes: unknown[] } {
  const handlers = new Map<unknown, (signal: string) => void>();
  jest.spyOn(process, 'on').mockImplementation((signal: unknown, handler: unknown) => {
    handlers.set(signal, handler as (signal: string) => void);
    return process;
  });
  const codes: unknown[] = [];
  jest.spyOn(process, 'exit').mockImplementation(((code: unknown) => codes.push(code)) as never);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  stopOnSignals(opening, undefined);
  handlers.get('SIGTERM')?.('SIGTERM');
  return { codes };
}

describe('a signal while a server is being opened', () => {
  beforeEach(() => void jest.useFakeTimers());

  const unopened = new Promise<never>(() => {});

  it('ends the process after a second where it does not listen', async () => {
    const { codes } = stopped({ server: unopened, listening: unopened });
    await jest.advanceTimersByTimeAsync(999);
    expect(codes).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(codes).toEqual([143]);
  });

  it('closes one that listens when it is open, however long that takes', async () => {
    const close = jest.fn(async () => {});
    const server = new Promise<{ close: typeof close }>((resolve) => setTimeout(() => resolve({ close }), 20_000));
    const { codes } = stopped({ server, listening: Promise.resolve() });
    await jest.advanceTimersByTimeAsync(19_999);
    expect(codes).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledTimes(1);
    expect(codes).toEqual([0]);
  });

  it('closes one that is open at once', async () => {
    const close = jest.fn(async () => {});
    const { codes } = stopped({ server: { close } });
    await jest.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledTimes(1);
    expect(codes).toEqual([0]);
  });
});
