import { explainWaiting } from './explain-waiting.js';

const wait = (patienceMs: number, stuck: number, report: (message: string) => void = () => {}) => {
  return { what: 'settled()', explain: () => 'tide has been working on a', stuckMs: () => stuck, report, patienceMs };
};

describe('explainWaiting()', () => {
  it('explains a wait that takes long, as long as something comes of it', async () => {
    const said: string[] = [];
    let end = (): void => {};
    const waiting = new Promise<void>((resolve) => (end = resolve));
    const report = (message: string): void => {
      said.push(message);
      if (said.length === 3) end();
    };
    await explainWaiting(waiting, wait(1, 29_999, report));
    expect(said).toEqual(Array.from({ length: 3 }, () => 'settled() waits: tide has been working on a'));
  });

  it('rejects with the explanation where nothing comes of the work', async () => {
    await expect(explainWaiting(new Promise(() => {}), wait(1, 30_000))).rejects.toThrow(
      'settled() has waited for 30 s: tide has been working on a',
    );
  });

  it('passes results and failures on silently', async () => {
    const fail = (): never => {
      throw new Error('it was explained');
    };
    expect(await explainWaiting(Promise.resolve(7), wait(80_000, 0, fail))).toBe(7);
    await expect(explainWaiting(Promise.reject(new Error('no')), wait(80_000, 0, fail))).rejects.toThrow('no');
  });
});
