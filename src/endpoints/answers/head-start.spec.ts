import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { takeHeadStart } from './head-start.js';

const newResponse = (): ServerResponse => Object.assign(new EventEmitter(), { destroyed: false }) as ServerResponse;

describe('takeHeadStart()', () => {
  it('gives a head start to so many answers, and to the next when one of them is over', () => {
    const responses = Array.from({ length: 40 }, newResponse);
    const given = responses.filter((response) => takeHeadStart(response) > 0);
    expect(given).toHaveLength(8);
    expect(takeHeadStart(newResponse())).toBe(0);
    given[5].emit('close');
    const next = newResponse();
    expect(takeHeadStart(next)).toBe(1024 * 1024);
    expect(takeHeadStart(newResponse())).toBe(0);
    for (const response of [...given, next]) response.emit('close');
    expect(takeHeadStart(next)).toBeGreaterThan(0);
    next.emit('close');
  });

  it('gives none to an answer whose client is gone, which would never give it back', () => {
    expect(takeHeadStart(Object.assign(newResponse(), { destroyed: true }))).toBe(0);
  });
});
