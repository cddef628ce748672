import { availableParallelism } from 'node:os';
import { parseOptions } from './parse-options.js';
import { WorkersOptions } from './workers-options.js';

const problemsOf = async (...words: string[]): Promise<string[]> => {
  const parsed = await parseOptions(words, {}, () => '');
  return 'problems' in parsed ? parsed.problems.map(({ option, message }) => `${option} ${message}`) : [];
};

const countOf = async (...words: string[]): Promise<number | undefined> => {
  const parsed = await parseOptions(words, {}, () => '');
  return 'options' in parsed ? parsed.options.workers.count : undefined;
};

describe('--workers', () => {
  it('is off by default, a number, or the number of cores', async () => {
    expect(await countOf()).toBe(0);
    expect(await countOf('--workers=3')).toBe(3);
    expect(await countOf('--workers=auto')).toBe(Math.min(availableParallelism(), 64));
  });

  it.each([
    ['--workers=many', '--workers "many" is not a number of workers'],
    ['--workers=-1', '--workers "-1" is not a number of workers'],
    ['--workers=65', '--workers 65 is not from 0 to 64'],
  ])('refuses %s', async (word, problem) => {
    expect(await problemsOf(word)).toEqual([problem]);
  });

  it('refuses a log of decisions there, too', async () => {
    const problems = await problemsOf('--workers=2', '--authorization-decision-log=-');
    expect(problems.join()).toContain('--authorization-decision-log of - is not supported');
  });

  it('refuses an audit log on standard output, which the lines of several processes would mix on', async () => {
    const log = ['--audit-log-path=-', '--audit-policy-file=policy.yaml'];
    expect((await problemsOf('--workers=2', ...log)).join()).toContain('--audit-log-path of - is not supported');
    expect((await problemsOf(...log)).join()).not.toContain('--audit-log-path of -');
  });
});

describe('--insecure-socket', () => {
  it('is refused with --workers', async () => {
    const socket = '--insecure-socket=/run/plain.sock';
    expect(await problemsOf('--workers=2', socket)).toEqual(['--insecure-socket is not supported with --workers']);
    expect(await problemsOf(socket)).toEqual([]);
  });
});

describe('WorkersOptions.shareOf()', () => {
  it.each([
    [0, 400, 400],
    [3, 400, 133],
    [4, 2, 1],
    [2, 0, 0],
  ])('is, for %d workers, of %d: %d', (count, limit, share) => {
    expect(Object.assign(new WorkersOptions(), { count }).shareOf(limit)).toBe(share);
  });
});
