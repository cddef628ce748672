import { violationsOf } from './check-history.js';
import type { Operation, WatchedChange } from './history.js';

const write = (value: string, began: number, ended: number, revision?: number): Operation => ({
  kind: 'write',
  key: value[0]!,
  value,
  began,
  ended,
  revision,
});
const read = (value: string, began: number, ended: number, revision: number): Operation => ({
  ...write(value, began, ended, revision),
  kind: 'read',
});
const change = (value: string, revision: number): WatchedChange => ({ key: value[0]!, value, revision });

describe('violationsOf()', () => {
  it('finds none in a linearizable history with writes of unknown outcome', () => {
    const operations = [
      write('a1', 0, 2, 1),
      write('a2', 1, 3, 2),
      read('a1', 1, 4, 1),
      read('a2', 5, 6, 2),
      write('b1', 0, Infinity),
      write('a3', 4, Infinity),
      read('a3', 7, 8, 3),
    ];
    const watches = [[change('a1', 1), change('a2', 2), change('a3', 3)]];
    expect(violationsOf({ operations, watches })).toEqual([]);
  });

  it.each<[string, Operation[], WatchedChange[], RegExp]>([
    ['a revision that two writes have', [write('a1', 0, 1, 1), write('a2', 0, 1, 1)], [], /revision 1 is a1 and a2/],
    [
      'writes out of the order of real time',
      [write('a1', 0, 1, 2), write('a2', 2, 3, 1)],
      [],
      /write a2 began after the end/,
    ],
    ['a read of what nobody wrote', [read('a9', 0, 1, 1)], [], /never written there/],
    ['a read of a later write', [read('a1', 0, 1, 1), write('a1', 2, 3, 1)], [], /before it was written/],
    [
      'a read that misses an acknowledged write',
      [write('a1', 0, 1, 1), write('a2', 1, 2, 2), read('a1', 3, 4, 1)],
      [],
      /found revision 1, but 2 was known/,
    ],
    [
      'a read older than one that ended before it',
      [write('a1', 0, 1, 1), write('a2', 1, Infinity), read('a2', 2, 3, 2), read('a1', 4, 5, 1)],
      [],
      /found revision 1, but 2 was known/,
    ],
    ['a watch that misses a write', [write('a1', 0, 1, 1)], [], /a1 of revision 1 is missing/],
    ['a watch that repeats one', [write('a1', 0, 1, 1)], [change('a1', 1), change('a1', 1)], /comes twice/],
    [
      'a watch out of order',
      [write('a1', 0, 1, 1), write('a2', 0, 1, 2)],
      [change('a2', 2), change('a1', 1)],
      /revision 1 follows 2/,
    ],
    ['a watch with another revision', [write('a1', 0, 1, 1)], [change('a1', 2)], /has revision 2, but 1/],
    ['a watch of what nobody wrote', [], [change('a1', 1)], /never written to a/],
  ])('finds %s', (_name, operations, watch, fault) => {
    expect(violationsOf({ operations, watches: [watch] }).join('\n')).toMatch(fault);
  });

  it('takes ten thousand operations in the time of a test', () => {
    const operations = Array.from({ length: 10_000 }, (_, i) => write(`a${i}`, i, i + 0.5, i + 1));
    expect(
      violationsOf({ operations, watches: [operations.map((each) => change(each.value, each.revision!))] }),
    ).toEqual([]);
  });
});
