import { createLogger } from '../../observability/index.js';
import { BootstrapHistory } from './bootstrap-history.js';

describe('BootstrapHistory', () => {
  let calls: string[];
  let fault: Error | undefined;
  let lines: string[];
  let history: BootstrapHistory;

  beforeEach(() => {
    [calls, fault, lines] = [[], undefined, []];
    const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } });
    const storage = {
      currentRevision: () => 42,
      compact: async (revision: number) => {
        calls.push(`compact ${revision}`);
        if (fault) throw fault;
      },
    };
    const cache = { endBootstrap: (revision: number) => void calls.push(`end ${revision}`) };
    history = new BootstrapHistory({ storage, cache, logger });
  });

  it('is nothing to wait for in a store that has been used before', () => {
    expect(history.end()).toBeUndefined();
  });

  it('is compacted once, and all writes that come meanwhile wait', async () => {
    history.keep();
    const [first, second] = [history.end(), history.end()];
    expect(second).toBe(first);
    await first;
    expect(history.end()).toBeUndefined();
    expect(calls).toEqual(['compact 42', 'end 42']);
  });

  it('stays where it cannot be compacted, and holds up no write', async () => {
    fault = new Error('no');
    history.keep();
    await history.end();
    expect(calls).toEqual(['compact 42']);
    expect(lines.join()).toContain('could not be compacted');
  });
});
