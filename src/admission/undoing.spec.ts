import { Undoing } from './undoing.js';

describe('Undoing.settle()', () => {
  let calls: string[];
  let reported: unknown[];
  let undoing: Undoing;

  const begin = (name: string, failing?: 'commit' | 'revert'): void =>
    undoing.add({
      commit: () => call(`commit ${name}`, failing === 'commit'),
      revert: () => call(`revert ${name}`, failing === 'revert'),
    });

  function call(text: string, fails: boolean): Promise<void> {
    calls.push(text);
    return fails ? Promise.reject(new Error(text)) : Promise.resolve();
  }

  function prepare(...names: string[]): () => Promise<string> {
    return async () => {
      for (const name of names) begin(name);
      return Promise.resolve(names.join());
    };
  }

  const store = (prepared: string): Promise<string> => (calls.push(`store ${prepared}`), Promise.resolve('stored'));
  const refuse = (): Promise<never> => Promise.reject(new Error('refused'));

  beforeEach(() => {
    calls = [];
    reported = [];
    undoing = new Undoing((error) => void reported.push((error as Error).message));
  });

  it('commits the effects in their order once the write is stored', async () => {
    await expect(undoing.settle(prepare('a', 'b'), store)).resolves.toBe('stored');
    expect(calls).toEqual(['store a,b', 'commit a', 'commit b']);
  });

  it('reverts the effects of a write that turns out to change nothing, and commits none then', async () => {
    const unchanged = async (): Promise<string> => {
      const prepared = await prepare('a', 'b')();
      await undoing.revert();
      return prepared;
    };
    await undoing.settle(unchanged, store);
    expect(calls).toEqual(['revert b', 'revert a', 'store a,b']);
  });

  it('reverts the last effect first when storing fails', async () => {
    await expect(undoing.settle(prepare('a', 'b'), refuse)).rejects.toThrow('refused');
    expect(calls).toEqual(['revert b', 'revert a']);
  });

  it('reverts what has begun when preparing fails', async () => {
    const failing = async (): Promise<never> => {
      begin('a');
      return refuse();
    };
    await expect(undoing.settle(failing, store)).rejects.toThrow('refused');
    expect(calls).toEqual(['revert a']);
  });

  it('passes on why the write failed, without effects too', async () => {
    await expect(undoing.settle(prepare(), refuse)).rejects.toThrow('refused');
    expect(calls).toEqual([]);
  });

  it('reports what cannot be settled, settles the rest and keeps the outcome', async () => {
    const stuck = (): Promise<string> => {
      begin('a', 'commit');
      begin('b', 'revert');
      return Promise.resolve('');
    };
    await expect(undoing.settle(stuck, store)).resolves.toBe('stored');
    await expect(undoing.settle(stuck, refuse)).rejects.toThrow('refused');
    expect(calls).toEqual(['store ', 'commit a', 'commit b', 'revert b', 'revert a']);
    expect(reported).toEqual(['commit a', 'revert b']);
  });
});
