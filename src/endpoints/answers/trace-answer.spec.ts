import type { RequestContext } from '../request-context.js';
import { traceAnswer } from './trace-answer.js';

describe('traceAnswer()', () => {
  it('has answers logged that take five seconds', async () => {
    const ended: (number | undefined)[] = [];
    const span = { addEvent: () => {}, start: () => ({ end: (slowMs?: number) => ended.push(slowMs) }) };
    const context = { span, request: { httpVersion: '1.1' } } as unknown as RequestContext;
    await traceAnswer(context, 'application/json', () => Promise.resolve());
    expect(ended).toEqual([5000]);
  });
});
