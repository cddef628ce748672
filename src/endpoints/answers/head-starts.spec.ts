import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { HeadStarts } from './head-starts.js';

const newResponse = (): ServerResponse => Object.assign(new EventEmitter(), { destroyed: false }) as ServerResponse;

describe('HeadStarts', () => {
  it('gives a head start to so many answers, and to the next when one of them is over', () => {
    const starts = new HeadStarts();
    const responses = Array.from({ length: 40 }, newResponse);
    const given = responses.filter((response) => starts.take(response) > 0);
    expect(given).toHaveLength(8);
    expect(starts.take(newResponse())).toBe(0);
    given[5].emit('close');
    const next = newResponse();
    expect(starts.take(next)).toBe(1024 * 1024);
    expect(starts.take(newResponse())).toBe(0);
    for (const response of [...given, next]) response.emit('close');
    expect(starts.take(next)).toBeGreaterThan(0);
    next.emit('close');
  });

  it('gives none to an answer whose client is gone, which would never give it back', () => {
    expect(new HeadStarts().take(Object.assign(newResponse(), { destroyed: true }))).toBe(0);
  });
});
