import { jest } from '@jest/globals';
import { createLogger } from '../logger.js';
import { SlowTrace } from './slow-trace.js';
import { Tracing } from './tracing.js';

let now = 0;

beforeEach(() => {
  now = 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

const withoutNumbers = (text: string): string =>
  text
    .replace(/Trace\[\d+\]/g, 'Trace[N]')
    .replace(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replace(/\d\d-\w{3}-\d{4}/g, 'DATE');

describe('SlowTrace', () => {
  it('shows the steps that took more than their share', () => {
    const trace = new SlowTrace('Create', { verb: 'POST', url: '/a' });
    now += 10;
    trace.step('Conversion done', {});
    now += 590;
    trace.step('Write to database call succeeded', { len: 3 });
    trace.end(500);
    expect(trace.texts(false).map(withoutNumbers)).toEqual([
      'Trace[N]: "Create" verb:POST,url:/a (DATE TIME) (total time: 600ms):\n' +
        'Trace[N]: ---"Write to database call succeeded" len:3 590ms (TIME)\n' +
        'Trace[N]: [600ms] [600ms] END',
    ]);
    expect(trace.texts(true)[0]).toContain('---"Conversion done" 10ms');
  });

  it('shows the parts that were slow, inside of the trace, and alone where that was not', () => {
    const [trace, part] = [new SlowTrace('Create', {}), new SlowTrace('Call mutating webhook', { webhook: 'a' })];
    trace.nest(part);
    now += 1250.5;
    part.step('Request completed', {});
    part.end(500);
    trace.end(500);
    expect(trace.texts(false).map(withoutNumbers)).toEqual([
      'Trace[N]: "Create" (DATE TIME) (total time: 1250ms):\n' +
        'Trace[N]: ["Call mutating webhook" webhook:a 1250ms (TIME)\n' +
        'Trace[N]:  ---"Request completed" 1250ms (TIME)]\n' +
        'Trace[N]: [1.2505s] [1.2505s] END',
    ]);
    trace.end(5000);
    expect(trace.texts(false).map(withoutNumbers)[0]).toMatch(/^Trace\[N\]: "Call mutating webhook" webhook:a \(DATE/);
  });

  it('says nothing of work that was fast, and keeps a bounded number of steps', () => {
    const trace = new SlowTrace('List', {});
    for (let i = 0; i < 1000; i++) trace.step(`step ${i}`, {});
    trace.end(500);
    expect(trace.texts(true)).toEqual([]);
    trace.end(0);
    expect(trace.texts(true)[0].split('\n')).toHaveLength(102);
  });
});

describe('Tracing', () => {
  it.each([
    [0, false, 0],
    [2, true, 1],
  ])('logs slow work from verbosity 2 on: %d', (verbosity, isActive, count) => {
    const lines: string[] = [];
    const logger = createLogger({ verbosity, destination: { write: (line) => void lines.push(line) } });
    const tracing = new Tracing(logger);
    expect(tracing.isActive).toBe(isActive);
    const part = tracing.receive(() => ({ name: 'GET', headers: {} })).span.start('Get');
    part.addEvent('About to Get from storage');
    now += 600;
    part.end();
    expect(lines).toHaveLength(count);
  });
});
