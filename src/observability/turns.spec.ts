import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { jest } from '@jest/globals';
import { Turns, turns } from './turns.js';

/** Works for some milliseconds, with a pause whenever a turn is over; answers the longest stretch without one. */
async function work(milliseconds: number): Promise<number> {
  let longest = 0;
  let begun = performance.now();
  let done = 0;
  while (done < milliseconds) {
    const step = performance.now() + 1;
    while (performance.now() < step);
    done += 1;
    if (!turns.isOver()) continue;
    longest = Math.max(longest, performance.now() - begun);
    await turns.next();
    begun = performance.now();
  }
  return longest;
}

/**
 * Reports whether a turn begins with time left; a machine with other work may take that of one away, but not of many.
 */
async function hasTimeLeft(): Promise<boolean> {
  for (let i = 0; i < 20; i++) {
    await turns.next();
    if (!turns.isOver()) return true;
  }
  return false;
}

describe('Turns.isOver()', () => {
  it('is false until milliseconds of work were done, by any task', async () => {
    expect(await hasTimeLeft()).toBe(true);
    const until = performance.now() + 10;
    while (performance.now() < until);
    expect(turns.isOver()).toBe(true);
    expect(await hasTimeLeft()).toBe(true);
  });
});

describe('Turns.isOverForStages()', () => {
  afterEach(() => jest.restoreAllMocks());

  it('comes before the end of the share of slices', () => {
    const own = new Turns();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
    // The turn begins with the first question.
    expect([own.isOverForStages(), own.isOver()]).toEqual([false, false]);
    clock.mockReturnValue(1000.2);
    expect([own.isOverForStages(), own.isOver()]).toEqual([false, false]);
    clock.mockReturnValue(1000.4);
    expect([own.isOverForStages(), own.isOver()]).toEqual([true, false]);
    clock.mockReturnValue(1003.1);
    expect([own.isOverForStages(), own.isOver()]).toEqual([true, true]);
  });
});

describe('Turns.nextSlice() beside many short stages', () => {
  afterEach(() => jest.restoreAllMocks());

  it('comes when these have had as much time as a slice, however many turns they took', async () => {
    const own = new Turns();
    let now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const order: string[] = [];
    const stage = async (): Promise<void> => {
      await own.next();
      now += 0.5;
      order.push('stage');
    };
    const slice = own.nextSlice().then(() => order.push('slice'));
    await Promise.all([slice, ...Array.from({ length: 10 }, stage)]);
    expect(order.indexOf('slice')).toBe(6);
  });
});

describe('Turns.next()', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets those go on in one turn of the event loop that it has time for, in order', async () => {
    // A machine with other work may take the share of stages between two of them.
    jest.spyOn(performance, 'now').mockReturnValue(0);
    let rounds = 0;
    const count = (): void => {
      rounds += 1;
      if (rounds < 20) setImmediate(count);
    };
    setImmediate(count);
    const going = ['a', 'b', 'c'].map(async (name) => {
      await turns.next();
      return `${name} ${rounds}`;
    });
    const [first, ...others] = (await Promise.all(going)).map((text) => text.split(' ')[1]);
    expect(others).toEqual([first, first]);
  });

  it('lets lanes take turns, each in its order', async () => {
    const went: string[] = [];
    const go = async (name: string, lane?: object): Promise<void> => {
      await turns.next(lane);
      went.push(name);
    };
    const [crowd, few] = [{}, {}];
    await Promise.all([
      ...['c1', 'c2', 'c3', 'c4'].map((name) => go(name, crowd)),
      go('f1', few),
      go('f2', few),
      go('n1'),
    ]);
    expect(went).toEqual(['c1', 'f1', 'n1', 'c2', 'f2', 'c3', 'c4']);
  });

  it('lets one go on in each turn where each takes long, in order', async () => {
    const order: string[] = [];
    let rounds = 0;
    const count = (): void => {
      rounds += 1;
      if (rounds < 20) setImmediate(count);
    };
    const going = ['a', 'b', 'c'].map(async (name) => {
      await turns.next();
      order.push(`${name} ${rounds}`);
      while (!turns.isOver());
    });
    setImmediate(count);
    await Promise.all(going);
    const [a, b, c] = order.map((text) => Number(text.split(' ')[1]));
    expect(order.map((text) => text[0])).toEqual(['a', 'b', 'c']);
    expect(b).toBeGreaterThan(a);
    expect(c).toBeGreaterThan(b);
  });

  it('comes after what was sent in the turn before, whatever threads have had to say earlier', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    const { port1, port2 } = new MessageChannel();
    const order: string[] = [];
    socket.on('data', () => order.push('data'));
    await turns.next();
    port1.on('message', () => order.push('message'));
    port2.postMessage(undefined);
    while (!turns.isOver());
    client.write('a');
    await turns.next();
    order.push('turn');
    port1.close();
    client.destroy();
    server.close();
    expect(order).toContain('data');
    expect(order.at(-1)).toBe('turn');
  });

  it('leaves others their turns beside much work', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const begun = performance.now();
    const longest = await Promise.all([work(60), work(60), work(60)]);
    const whole = performance.now() - begun;
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    // Each would have held up the others for its own third.
    expect(Math.min(...longest)).toBeLessThan(whole / 6);
  });
});

describe('Turns.nextSlice()', () => {
  it('comes behind short work, one in each turn, with a share of its own', async () => {
    // The turn of the test before ends first.
    await new Promise((resolve) => setImmediate(resolve));
    const order: string[] = [];
    let rounds = 0;
    const count = (): void => {
      rounds += 1;
      if (rounds < 20) setImmediate(count);
    };
    setImmediate(count);
    const shares: boolean[] = [];
    const slice = async (name: string): Promise<void> => {
      await turns.nextSlice();
      order.push(`${name} ${rounds}`);
      shares.push(!turns.isOver());
      jest.restoreAllMocks();
    };
    const short = async (): Promise<void> => {
      await turns.next();
      order.push(`short ${rounds}`);
      while (!turns.isOver());
      // The clock stands still until the first slice has looked at it.
      jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    };
    await Promise.all([slice('a'), slice('b'), short()]);
    expect(shares[0]).toBe(true);
    const [first, second, third] = order.map((text) => text.split(' '));
    expect([first[0], second[0], third[0]]).toEqual(['short', 'a', 'b']);
    expect([second[1] === first[1], Number(third[1]) > Number(second[1])]).toEqual([true, true]);
  });
});

describe('Turns.first()', () => {
  const busy = (): void => {
    while (!turns.isOver());
  };

  it('does not wait for all those who go on', async () => {
    const order: string[] = [];
    const after = (name: string, turn: Promise<void>): Promise<void> =>
      turn.then(() => void order.push(name)).then(busy);
    await Promise.all([
      after('1', turns.next()),
      after('2', turns.next()),
      after('3', turns.next()),
      after('new', turns.first()),
    ]);
    expect(order.indexOf('new')).toBeLessThan(2);
  });

  it('takes no time from short work, and shares turns with slices', async () => {
    // The turn of the test before ends first.
    await new Promise((resolve) => setTimeout(resolve, 10));
    // A machine with other work may pause this process for longer than a turn: time passes here by work alone.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const work = (): void => {
      while (!turns.isOver()) now += 1;
    };
    const order: string[] = [];
    const after = (name: string, turn: Promise<void>, task: () => void): Promise<void> =>
      turn.then(() => void order.push(name)).then(task);
    await Promise.all([
      ...['b1', 'b2'].map((name) => after(name, turns.first(), work)),
      ...['s1', 's2'].map((name) => after(name, turns.nextSlice(), work)),
      ...['w1', 'w2', 'w3'].map((name) => after(name, turns.next(), () => {})),
    ]);
    clock.mockRestore();
    expect(order.slice(0, 3)).toEqual(['w1', 'w2', 'w3']);
    const kinds = order.slice(3).map((name) => name[0]);
    expect([kinds[0] !== kinds[1], kinds[1] !== kinds[2], kinds[2] !== kinds[3]]).toEqual([true, true, true]);
  });
});
