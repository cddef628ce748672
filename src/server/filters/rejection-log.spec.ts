import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { RejectionLog } from './rejection-log.js';

const REJECTION = { reason: 'it is revoked', verb: 'get', path: '/api', from: '127.0.0.1', secrets: [] };

describe('RejectionLog', () => {
  const setUp = () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const clock = new FakeClock();
    return { lines, clock, log: new RejectionLog(createLogger({ destination: { write } }), clock) };
  };

  it('logs why a request was rejected, without details switched on', () => {
    const { lines, log } = setUp();
    log.tell(REJECTION);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', reason: 'it is revoked', verb: 'get', path: '/api', from: '127.0.0.1' }),
    ]);
  });

  it('masks credentials that a fault repeats, and cuts what is long', () => {
    const { lines, log } = setUp();
    log.tell({ ...REJECTION, reason: `no such token: abc.def, abc.def ${'x'.repeat(5000)}`, secrets: ['abc.def'] });
    expect(lines[0].reason).toMatch(/^no such token: \[masked\], \[masked\] x{900,}\.\.\.$/);
    expect(String(lines[0].reason).length).toBeLessThan(1100);
  });

  it('writes ten lines a second, and counts the rest', () => {
    const { lines, log, clock } = setUp();
    for (let i = 0; i < 500; i++) log.tell(REJECTION);
    expect(lines).toHaveLength(10);
    clock.advance(1000);
    log.tell(REJECTION);
    log.tell(REJECTION);
    expect(lines.slice(10).map(({ omitted }) => omitted)).toEqual([490, undefined]);
  });
});
