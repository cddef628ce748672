import { type WaitingStep, runWaiting } from './waiting-steps.js';

interface Behaviour {
  readonly waits?: boolean;
  readonly fails?: boolean;
  readonly keeps?: boolean;
}

/** A step that writes into the subject what is done, with `-` before the name when it is undone. */
function step(name: string, { waits, fails, keeps }: Behaviour = {}): WaitingStep<string[]> {
  const act = (text: string, isFailing: boolean | undefined) => (log: string[]) => {
    if (isFailing) throw new Error(`${text} failed`);
    log.push(text);
  };
  const pace = (action: (log: string[]) => void) =>
    waits ? async (log: string[]) => Promise.resolve(log).then(action) : action;
  return { name, run: pace(act(name, fails)), undo: pace(act(`-${name}`, keeps)) };
}

describe('runWaiting()', () => {
  let log: string[];
  let faults: string[];

  beforeEach(() => {
    log = [];
    faults = [];
  });

  const running = (...steps: WaitingStep<string[]>[]): Promise<void> =>
    runWaiting(steps, log, (name, error) => faults.push(`${name}: ${(error as Error).message}`));

  it('runs steps in order, those after one that waits included', async () => {
    await running(step('a'), step('b', { waits: true }), step('c'));
    expect(log).toEqual(['a', 'b', 'c']);
  });

  it('does not pause between steps that do not wait', async () => {
    const done = running(step('a'), step('b'), step('c', { waits: true }), step('d'));
    expect(log).toEqual(['a', 'b']);
    await done;
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([true, false])('undoes what was done before a step that fails (waits: %s)', async (waits) => {
    await expect(running(step('a', { waits }), step('b'), step('c', { fails: true, waits }))).rejects.toThrow(
      'c failed',
    );
    expect(log).toEqual(['a', 'b', '-b', '-a']);
  });

  it('leaves out the direction in which a step does nothing', async () => {
    const { run, undo } = step('b');
    await expect(
      running({ name: 'a', undo: step('a').undo }, { name: 'b', run }, { name: 'c', undo }, step('d', { fails: true })),
    ).rejects.toThrow('d failed');
    expect(log).toEqual(['b', '-b', '-a']);
  });

  it('reports a step that cannot be undone, and undoes the others', async () => {
    await expect(running(step('a'), step('b', { keeps: true }), step('c', { fails: true }))).rejects.toThrow(
      'c failed',
    );
    expect(log).toEqual(['a', 'b', '-a']);
    expect(faults).toEqual(['b: -b failed']);
  });
});
