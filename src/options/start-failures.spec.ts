import { OptionsError } from './problem.js';
import { StartError, takeAll, waitForAll } from './start-failures.js';

const fail = (error: unknown) => (): void => {
  throw error;
};
const optionsError = (option: string): OptionsError =>
  new OptionsError([{ option, message: 'wrong', remedy: 'Fix it.' }]);

describe('takeAll()', () => {
  it('takes every step, whatever fails before', () => {
    let isTaken = false;
    expect(() => takeAll(fail(new Error('a')), () => void (isTaken = true))).toThrow('a');
    expect(isTaken).toBe(true);
  });

  it('throws a failure that is alone as it is', () => {
    const error = new TypeError('a');
    expect(() => takeAll(fail(error))).toThrow(error);
  });

  it('throws several together, each in the message', () => {
    const failures = [new Error('a'), 'b'];
    expect(() => takeAll(...failures.map(fail))).toThrow(new StartError(failures));
    expect(new StartError(failures).message).toBe('a\nb');
  });

  it('makes one list of the problems of options', () => {
    const take = (): void => takeAll(fail(optionsError('--a')), fail(optionsError('--b')));
    expect(take).toThrow(new OptionsError([...optionsError('--a').problems, ...optionsError('--b').problems]));
  });
});

describe('waitForAll()', () => {
  it('answers what came of all', async () => {
    expect(await waitForAll(Promise.resolve(1), Promise.resolve('a'))).toEqual([1, 'a']);
  });

  it('rejects with what failed together, when nothing is under way any more', async () => {
    let isOver = false;
    const slow = new Promise<void>((resolve) => setImmediate(resolve)).then(() => void (isOver = true));
    await expect(waitForAll(Promise.reject(new Error('a')), slow)).rejects.toThrow('a');
    expect(isOver).toBe(true);
  });
});
