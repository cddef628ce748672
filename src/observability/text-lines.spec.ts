import { createLogger } from './logger.js';

function capture() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, logger: createLogger({ verbosity: 2, format: 'text', destination }) };
}

const HEADER = String.raw`\d{4} \d\d:\d\d:\d\d\.\d{6} +${process.pid} binnacle:1\]`;

describe('createLogger() with text', () => {
  it("writes lines in klog's form, secrets masked", () => {
    const { lines, logger } = capture();
    logger.with({ area: 'x' }).info('it "starts"', { port: 6443, name: 'a b', token: 'abc', list: [1] });
    logger.warn('careful');
    logger.verbose(2, 'detail');
    logger.verbose(3, 'hidden');
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^I${HEADER} "it \\\\"starts\\\\"" area="x" port=6443 name="a b" token="\\[masked\\]" list=\\[1\\]\n$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^W${HEADER} "careful"\n$`)),
      expect.stringMatching(new RegExp(`^I${HEADER} "detail"\n$`)),
    ]);
  });

  it('writes errors with their stack, and texts of several lines', () => {
    const { lines, logger } = capture();
    logger.error('failed', { error: new Error('no disk'), reason: 'a\nb', note: 'c "d"\n' });
    expect(lines[0]).toMatch(
      new RegExp(
        `^E${HEADER} "failed" err="no disk" stack=<\n\tError: no disk\n\t[^]* > reason=<\n\ta\n\tb\n > note=<\n\tc "d"\n >\n$`,
      ),
    );
  });
});

describe('createLogger() with JSON', () => {
  it('writes the time in milliseconds, and the verbosity', () => {
    const lines: string[] = [];
    createLogger({ destination: { write: (line) => void lines.push(line) } }).info('on', { port: 1 });
    const { ts, ...rest } = JSON.parse(lines[0]) as Record<string, unknown>;
    expect(Math.abs(Number(ts) - Date.now())).toBeLessThan(10_000);
    expect(rest).toEqual({ level: 'info', v: 0, port: 1, msg: 'on' });
  });
});
