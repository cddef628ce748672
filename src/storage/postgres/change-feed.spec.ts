import { OwnWrites } from '../own-writes.js';
import type { StorageError } from '../storage-error.js';
import type { StorageEvent } from '../storage.js';
import { WatchHub } from '../watch-hub.js';
import { ChangeFeed } from './change-feed.js';
import type { ChangeRow, Seen, StoreState } from './history.js';

const change = (revision: number, text = 'read'): StorageEvent => ({
  type: 'create',
  key: `/r/${revision}`,
  revision,
  createRevision: revision,
  value: Buffer.from(text),
});

describe('ChangeFeed', () => {
  let state: StoreState;
  let rows: StorageEvent[];
  let asked: number[];
  let seen: string[];
  let ended: (StorageError | undefined)[];
  let rolledBack: number[][];
  let hub: WatchHub;
  let feed: ChangeFeed;
  let beforeAnswer: () => void;

  beforeEach(() => {
    [state, rows, asked, seen, ended, rolledBack] = [{ newest: 4, oldest: 0 }, [], [], [], [], []];
    beforeAnswer = () => {};
    hub = new WatchHub();
    const history = {
      state: () => Promise.resolve(state),
      changesAfter: (after: number): Promise<Seen<ChangeRow[]>> => {
        asked.push(after);
        const found = rows.filter(({ revision }) => revision > after).map((event) => ({ event, before: 0 }));
        const answer = { ...state, found };
        beforeAnswer();
        return Promise.resolve(answer);
      },
    };
    const onRolledBack = (...revisions: number[]): number => rolledBack.push(revisions);
    feed = new ChangeFeed({ history, hub, own: () => new OwnWrites(), onRolledBack }, 4);
  });

  const watch = (): void => {
    const onEvent = ({ revision, value }: StorageEvent): number => seen.push(`${revision} ${value.toString()}`);
    hub.add('/r/', { onEvent, onEnd: (error) => void ended.push(error) });
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('hands on own writes without reading where no other process has written in between', async () => {
    watch();
    feed.onWritten([change(5, 'own'), change(6, 'own')], 5);
    feed.note(6);
    await settled();
    expect([seen, asked, feed.revision]).toEqual([['5 own', '6 own'], [], 6]);
  });

  it.each([
    ['others have written in between', [change(6, 'own')], 6],
    ['one of them is not known here', [change(5, 'own'), undefined], 5],
  ])('reads where %s', async (_name, changes, first) => {
    watch();
    [state, rows] = [{ newest: 6, oldest: 0 }, [change(5), change(6)]];
    feed.onWritten(changes, first);
    await settled();
    expect([seen, asked]).toEqual([['5 read', '6 read'], [4]]);
  });

  it('delivers nothing twice that own writes delivered while it was read, and takes it for no rollback', async () => {
    watch();
    [state, rows] = [{ newest: 4, oldest: 0 }, []];
    beforeAnswer = () => feed.onWritten([change(5, 'own')], 5);
    feed.look();
    await settled();
    expect([seen, ended, rolledBack, feed.revision]).toEqual([['5 own'], [], [], 5]);
  });

  it('reads no values while nobody watches', async () => {
    state = { newest: 9, oldest: 0 };
    feed.note(9);
    await settled();
    expect([asked, feed.revision]).toEqual([[], 9]);
  });

  it('ends watches whose changes are compacted, and goes on at the newest revision', async () => {
    watch();
    state = { newest: 9, oldest: 7 };
    feed.note(9);
    await settled();
    expect(ended).toEqual([expect.objectContaining({ code: 'Compacted' })]);
    expect([feed.revision, rolledBack]).toEqual([9, []]);
  });

  it('ends watches when the database was rolled back, and remembers what was seen', async () => {
    watch();
    state = { newest: 2, oldest: 0 };
    feed.look();
    await settled();
    expect(ended).toEqual([expect.objectContaining({ code: 'Compacted' })]);
    expect([rolledBack, feed.revision, feed.knownRevision]).toEqual([[[2, 4]], 2, 4]);
  });
});
