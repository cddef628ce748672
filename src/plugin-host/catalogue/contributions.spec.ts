import { Contributions } from './contributions.js';

describe('Contributions.onChange()', () => {
  it('calls back for every change until it is stopped', () => {
    const contributions = new Contributions();
    const calls: string[] = [];
    const stop = contributions.onChange(() => calls.push('first'));
    contributions.onChange(() => calls.push('second'));
    const remove = contributions.add({} as never);
    stop();
    stop();
    remove();
    expect(calls).toEqual(['first', 'second', 'second']);
  });
});
