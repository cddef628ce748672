import { explainWaiting } from './explain-waiting.js';

const wait = (limitMs: number, report: (message: string) => void = () => {}) => {
  return { what: 'settled()', explain: () => 'tide has been working on a', report, limitMs };
};

describe('explainWaiting()', () => {
  it('explains a wait that takes long', async () => {
    const said: string[] = [];
    let end = (): void => {};
    const waiting = new Promise<void>((resolve) => (end = resolve));
    const report = (message: string): void => {
      said.push(message);
      end();
    };
    await explainWaiting(waiting, wait(80_000, report));
    expect(said).toEqual(['settled() waits: tide has been working on a']);
  });

  it('rejects with the explanation where nothing ends', async () => {
    await expect(explainWaiting(new Promise(() => {}), wait(1))).rejects.toThrow(
      'settled() has waited for 0.001 s: tide has been working on a',
    );
  });

  it('passes results and failures on silently', async () => {
    const fail = (): never => {
      throw new Error('it was explained');
    };
    expect(await explainWaiting(Promise.resolve(7), wait(80_000, fail))).toBe(7);
    await expect(explainWaiting(Promise.reject(new Error('no')), wait(80_000, fail))).rejects.toThrow('no');
  });
});
