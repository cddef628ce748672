import { parseRequestInfo } from '../request/index.js';
import { requestLimit } from './request-deadline.js';

const LONGEST = 60_000;

function limitOf(path: string, query: string): number {
  const parameters = new URLSearchParams(query);
  return requestLimit({ query: parameters, info: parseRequestInfo('GET', path, parameters) }, LONGEST);
}

describe('requestLimit()', () => {
  it.each([
    ['', LONGEST],
    ['timeout', LONGEST],
    ['timeout=', LONGEST],
    ['timeout=0', LONGEST],
    ['timeout=-5s', LONGEST],
    ['timeout=10s', 10_000],
    ['timeout=1.5s', 1500],
    ['timeout=1ns', 1],
    ['timeout=2h', LONGEST],
    ['timeout=5s&timeout=x', 5000],
  ])('of %j is %d ms', (query, limit) => {
    expect(limitOf('/api/v1/pods', query)).toBe(limit);
  });

  it.each([
    ['1', 'time: missing unit in duration "1"'],
    ['-1', 'time: missing unit in duration "-1"'],
    ['true', 'time: invalid duration "true"'],
    ['1x', 'time: unknown unit "x" in duration "1x"'],
    ['99999999999999999999', 'time: invalid duration "99999999999999999999"'],
    ['é', String.raw`time: invalid duration "\xc3\xa9"`],
    [' 1s', 'time: invalid duration " 1s"'],
  ])('refuses %j, whatever the path', (timeout, why) => {
    const query = `timeout=${encodeURIComponent(timeout)}`;
    const message = `invalid timeout specified in the request URL - ${why}`;
    for (const path of ['/api/v1/pods', '/version', '/nothing']) expect(() => limitOf(path, query)).toThrow(message);
  });

  it('says nothing of requests that stay open', () => {
    expect(limitOf('/api/v1/pods', 'watch=1&timeout=x')).toBe(LONGEST);
  });
});
