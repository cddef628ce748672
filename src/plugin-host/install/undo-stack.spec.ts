import { type Step, UndoStack } from './undo-stack.js';

/** Steps that write into the subject what is done, with `-` before the name when it is undone. */
const step = (name: string, { fails = false, keeps = false } = {}): Step<string[]> => ({
  name,
  run: (log) => {
    if (fails) throw new Error(`${name} failed`);
    log.push(name);
    return () => {
      if (keeps) throw new Error(`${name} stays`);
      log.push(`-${name}`);
    };
  },
});

describe('UndoStack', () => {
  let log: string[];
  let faults: string[];
  let stack: UndoStack;

  beforeEach(() => {
    log = [];
    faults = [];
    stack = new UndoStack((name, error) => faults.push(`${name}: ${(error as Error).message}`));
  });

  it('undoes steps in reverse order, each once', () => {
    stack.run([step('a'), step('b'), step('c')], log);
    expect(log).toEqual(['a', 'b', 'c']);
    stack.undo();
    stack.undo();
    expect(log).toEqual(['a', 'b', 'c', '-c', '-b', '-a']);
  });

  it.each<[failing: string, log: string[]]>([
    ['a', []],
    ['b', ['a', '-a']],
    ['c', ['a', 'b', '-b', '-a']],
  ])('undoes what was done before step %s, which fails', (failing, expected) => {
    const steps = ['a', 'b', 'c'].map((name) => step(name, { fails: name === failing }));
    expect(() => stack.run(steps, log)).toThrow(`${failing} failed`);
    expect(log).toEqual(expected);
    stack.undo();
    expect(log).toEqual(expected);
  });

  it('undoes earlier calls too where a later one fails', () => {
    stack.push('names', () => log.push('-names'));
    expect(() => stack.run([step('a'), step('b', { fails: true })], log)).toThrow('b failed');
    expect(log).toEqual(['a', '-a', '-names']);
  });

  it('reports a step that cannot be undone, and undoes the others', () => {
    stack.run([step('a'), step('b', { keeps: true }), step('c')], log);
    stack.undo();
    expect(log).toEqual(['a', 'b', 'c', '-c', '-a']);
    expect(faults).toEqual(['b: b stays']);
  });

  it('throws the error of the step that failed, though another cannot be undone', () => {
    const steps = [step('a'), step('b', { keeps: true }), step('c', { fails: true })];
    expect(() => stack.run(steps, log)).toThrow('c failed');
    expect(log).toEqual(['a', 'b', '-a']);
    expect(faults).toEqual(['b: b stays']);
  });

  it('returns what an attempt returns', () => {
    expect(stack.attempt(() => 7)).toBe(7);
  });
});
