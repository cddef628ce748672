import { estimateCost } from '../cost/static-cost.js';
import type { Program } from '../environment.js';
import { kubernetesEnvironment } from '../library/kubernetes.js';

/** Processor time of this process, in microseconds: how busy the machine is does not matter. */
const MAX_TIME = 4_000_000;
/** A collection of all that the worker's other suites have left counts, too: it does not come in every try. */
const TRIES = 3;
const times = (text: string, count: number): string => text.repeat(count);

/** Texts as long as expressions may be, each made to be slow to read for another reason. */
const LONG: Readonly<Record<string, string>> = {
  'many terms': `${times('a.b == 1 || ', 8_000)}true`,
  'a long list': `[${times('1, ', 33_000)}1]`,
  'a list of lists': `[${times('[], ', 24_000)}[]]`,
  'a list that is not closed': `[${times('[], ', 24_000)}`,
  'a list of maps that is not closed': `[${times('{}, ', 24_000)}`,
  'open brackets': times('[', 99_000),
  'open parentheses': times('(', 99_000),
  'names without end': times('a.', 49_000),
  'signs without end': times('- ', 49_000),
  'errors all over': times('1 + + ', 16_000),
  'a wrong sign behind each other': times('] ', 49_000),
  questions: times('?', 99_000),
  quotes: times('"', 99_000),
  'long strings without end': times("'''a", 24_000),
  'calls without end': times('a.b(', 24_000),
  'maps without end': times('{a:', 33_000),
  'unknown names': `${times('x.y || ', 14_000)}true`,
  'nested maps': `[${times(`${times('{"a": ', 40)}1${times('}', 40)}, `, 300)}1]`,
  'optional values mapped over and over': `optional.of(1)${times('.optMap(x, x + 1)', 120)}.hasValue()`,
  'a value called over and over': `a${times('.size()', 240)}`,
};

describe('Environment.compile()', () => {
  const environment = kubernetesEnvironment(31);
  environment.compile('[1, {"a": b}].c(');

  it.each(Object.entries(LONG))('is done soon with %s', (_name, text) => {
    expect(text.length).toBeLessThan(100_000);
    const work = (): void => {
      const { program } = environment.compile(text);
      if (!program) return;
      estimateCost(program.expr, program.checked, () => undefined);
      expect(outcomeOf(program)).toBeDefined();
    };
    let least = timeOf(work);
    for (let tries = 1; tries < TRIES && least >= MAX_TIME; tries += 1) least = Math.min(least, timeOf(work));
    expect(least).toBeLessThan(MAX_TIME);
  });

  it('refuses what is longer', () => {
    expect(environment.compile(times('1', 100_001)).error).toBe(
      'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
    );
  });

  it('refuses what is nested too deep', () => {
    const error = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250';
    expect(environment.compile(`${times('(', 250)}1${times(')', 250)}`).error).toBe(error);
    expect(environment.compile(`${times('(', 249)}1${times(')', 249)}`).error).toBeUndefined();
    expect(environment.compile(`1${times(' + 1', 250)}`).error).toBe(error);
  });
});

/** Returns the processor time that work takes, in microseconds. */
function timeOf(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

/** Returns the result of an evaluation, or its error. */
function outcomeOf(program: Program): unknown {
  try {
    return program.evaluate({ find: () => 1n }).value;
  } catch (error) {
    return error;
  }
}
