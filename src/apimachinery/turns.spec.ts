import { takeTurn } from './turns.js';

/** Keeps the event loop busy, as parsing a large body does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Waits until the event loop has begun its next turn. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('takeTurn()', () => {
  beforeEach(turn);

  it('lets short work go on', () => {
    expect(takeTurn()).toBeUndefined();
    expect(takeTurn()).toBeUndefined();
  });

  it('asks work that has taken long to wait for the next turn', async () => {
    expect(takeTurn()).toBeUndefined();
    work(15);
    const wait = takeTurn();
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(takeTurn()).toBeUndefined();
  });

  it('lets one go on in a turn, in order, so that others come between', async () => {
    void takeTurn();
    work(15);
    const order: string[] = [];
    const long = async (name: string): Promise<void> => {
      await takeTurn();
      order.push(name);
      work(15);
      await takeTurn();
      order.push(`${name} again`);
    };
    let others = 0;
    let isOver = false;
    const watchOthers = async (): Promise<void> => {
      while (!isOver) {
        await turn();
        others++;
      }
    };
    const watching = watchOthers();
    await Promise.all([long('first'), long('second'), long('third')]);
    isOver = true;
    await watching;
    expect(order).toEqual(['first', 'second', 'third', 'first again', 'second again', 'third again']);
    expect(others).toBeGreaterThanOrEqual(5);
  });
});
