import { closeSync, openSync } from 'node:fs';
import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

/** Every request with such a token is logged. */
const UNKNOWN_BOOTSTRAP_TOKEN = 'abcdef.0123456789abcdef';
const FLAGS = ['--enable-bootstrap-token-auth', '-v=3'];
/** More than a pipe and what a slow reader is granted take. */
const LINES = 12_000;
const AT_ONCE = 16;

async function logMuch({ nobody }: AttackedServer): Promise<void> {
  let left = LINES;
  const sendSome = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await nobody.request('GET', '/version', { token: UNKNOWN_BOOTSTRAP_TOKEN });
      if (status !== 401) throw new Error(`a wrong token is answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
}

async function droppedLines({ admin }: AttackedServer): Promise<number> {
  const { text } = await admin.get('/metrics');
  return Number(/^binnacle_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

describe('a server whose log goes nowhere', () => {
  const full = openSync('/dev/full', 'w');
  afterAll(() => closeSync(full));

  it.each<[string, number | undefined, (server: AttackedServer) => void]>([
    ['is closed', undefined, ({ built }) => built.standardError!.destroy()],
    ['is read by nobody', undefined, ({ built }) => built.standardError!.pause()],
    ['is full', full, () => {}],
  ])('goes on and counts the lines when it %s', async (_, standardError, breakLog) => {
    const server = await startAttackedServer(FLAGS, { standardError });
    const prober = new Prober(server.connect(server.adminToken));
    breakLog(server);
    expect(await leastWait({ prober, work: () => logMuch(server) })).toBeLessThan(MOST_LATENCY);
    expect(await droppedLines(server)).toBeGreaterThan(100);
    await prober.stop();
    expect(await server.stop()).toBe(0);
  });
});
