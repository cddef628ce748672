import { LogLines, MOST_LINES } from './log-lines.js';

describe('LogLines', () => {
  it('joins lines that come in parts, and removes the escapes of terminals', () => {
    const lines = new LogLines();
    lines.add('one\ntw');
    expect(lines.matching('')).toEqual(['one', 'tw']);
    lines.add('o\n\u001b[1;31mred\u001b[0m\n');
    expect(lines.matching('')).toEqual(['one', 'two', 'red']);
    expect(lines.matching('TW')).toEqual(['two']);
  });

  it('keeps the newest lines, and shortens long ones', () => {
    const lines = new LogLines();
    lines.add('x\n'.repeat(MOST_LINES + 3));
    expect([lines.matching('').length, lines.dropped]).toEqual([MOST_LINES, 3]);
    lines.add('y'.repeat(20_000));
    expect(lines.matching('y')[0]).toHaveLength(10_000);
  });
});
