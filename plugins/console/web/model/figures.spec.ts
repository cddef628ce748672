import { bytesText, countText, latencyText, rateText, shareText } from './figures.js';

describe('figures for people', () => {
  it.each([
    [bytesText(0), '0 B'],
    [bytesText(999), '999 B'],
    [bytesText(35_790_848), '35.8 MB'],
    [bytesText(2.5e14), '250 TB'],
    [rateText(0.44), '0.4/s'],
    [rateText(12_345.6), '12,346/s'],
    [latencyText(undefined), '–'],
    [latencyText(0.0042), '4.2 ms'],
    [latencyText(0.042), '42 ms'],
    [latencyText(1.25), '1.3 s'],
    [countText(53_010), '53,010'],
    [shareText(0, 10), '0\u00a0%'],
    [shareText(1, 100_000), 'below 0.1\u00a0%'],
    [shareText(1, 8), '12.5\u00a0%'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
