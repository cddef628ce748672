import { unreachable } from './storage-error.js';
import type { StorageEvent } from './storage.js';
import { WatchHub } from './watch-hub.js';

const event = (key: string, revision: number): StorageEvent => ({
  type: 'create',
  key,
  value: Buffer.from('v'),
  revision,
  createRevision: revision,
});
const EVENTS = [event('/a/1', 2), event('/b/1', 3), event('/a/2', 4)];

describe('WatchHub', () => {
  let hub: WatchHub;
  let heard: string[];

  const listener = (name: string) => ({
    onEvent: ({ key }: StorageEvent) => void heard.push(`${name} ${key}`),
    onProgress: (revision: number) => void heard.push(`${name} at ${revision}`),
    onEnd: (error?: Error) => void heard.push(`${name} ends: ${error?.message}`),
  });

  beforeEach(() => {
    hub = new WatchHub();
    heard = [];
  });

  it('delivers the events of its prefix to each watch, and then how far the store is', () => {
    expect(hub.isEmpty).toBe(true);
    hub.add('/a/', listener('first'));
    const second = hub.add('/b/', listener('second'));
    expect(hub.isEmpty).toBe(false);
    hub.publish(EVENTS, 4);
    expect(heard).toEqual(['first /a/1', 'first /a/2', 'first at 4', 'second /b/1', 'second at 4']);
    second.close();
    heard = [];
    hub.publish([event('/b/2', 5)], 5);
    expect(heard).toEqual(['first at 5']);
  });

  it('delivers to listeners that hear events alone', () => {
    const { onEvent } = listener('one');
    hub.add('', { onEvent });
    hub.publish(EVENTS, 4);
    hub.end();
    expect(heard).toEqual(['one /a/1', 'one /b/1', 'one /a/2']);
  });

  it('delivers nothing more to a watch that is closed at an event', () => {
    const watch = hub.add('/a/', {
      ...listener('first'),
      onEvent: ({ key }) => {
        heard.push(key);
        watch.close();
      },
    });
    hub.publish(EVENTS, 4);
    expect(heard).toEqual(['/a/1']);
    expect(hub.isEmpty).toBe(true);
  });

  it('ends a watch whose listener fails, and no other', () => {
    const fault = new Error('broken');
    const ends: unknown[] = [];
    hub.add('/a/', {
      onEvent: () => {
        throw fault;
      },
      onEnd: (error) => ends.push(error),
    });
    hub.add('/a/', listener('second'));
    hub.publish(EVENTS, 4);
    expect(ends).toEqual([expect.objectContaining({ code: 'Unreachable', cause: fault })]);
    heard = [];
    hub.publish([event('/a/3', 5)], 5);
    expect([heard, ends.length]).toEqual([['second /a/3', 'second at 5'], 1]);
  });

  it('ends all watches, and goes on without them', () => {
    hub.add('/a/', listener('first'));
    hub.add('/b/', listener('second'));
    hub.end(unreachable('closed'));
    expect(heard).toEqual(['first ends: closed', 'second ends: closed']);
    hub.publish(EVENTS, 4);
    hub.end();
    expect([heard.length, hub.isEmpty]).toEqual([2, true]);
  });
});
