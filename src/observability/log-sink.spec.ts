import { closeSync, openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { createLogger } from './logger.js';
import { FileLogSink, LogSink } from './log-sink.js';

const MEGABYTE = 1024 * 1024;

describe('LogSink.write()', () => {
  it('drops and counts what a reader that does not read has no room for, and goes on when it reads again', () => {
    const waiting: (() => void)[] = [];
    const taken: string[] = [];
    const stream = new Writable({
      decodeStrings: false,
      write: (line: string, _encoding, done) => {
        taken.push(line);
        waiting.push(done);
      },
    });
    const sink = new LogSink(stream);
    for (let i = 0; i < 64; i++) sink.write('x'.repeat(MEGABYTE / 16));
    expect(stream.writableLength).toBeLessThanOrEqual(MEGABYTE + MEGABYTE / 16);
    expect(sink.dropped).toBe(64 - 17);
    while (waiting.length > 0) waiting.shift()!();
    expect(taken).toHaveLength(17);
  });

  it('counts lines that fail, and does not throw', async () => {
    const stream = new Writable({
      autoDestroy: false,
      write: (_line, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const sink = new LogSink(stream);
    sink.write('a\n');
    await new Promise(setImmediate);
    expect(sink.dropped).toBe(1);
  });
});

describe('LogSink', () => {
  it('listens once to a stream that loggers share, those of other copies of the module included', async () => {
    const copy: string = './log-sink.js?copy';
    const other = (await import(copy)) as { LogSink: typeof LogSink };
    expect(other.LogSink).not.toBe(LogSink);
    const stream = new Writable();
    for (const Sink of [LogSink, LogSink, other.LogSink]) new Sink(stream);
    expect(stream.listenerCount('error')).toBe(1);
  });
});

describe('FileLogSink.write()', () => {
  it('drops and counts a line where no space is left', () => {
    const full = openSync('/dev/full', 'w');
    const sink = new FileLogSink(full);
    const logger = createLogger({ destination: sink });
    logger.warn('a');
    logger.with({ area: 'x' }).warn('b');
    closeSync(full);
    expect(sink.dropped).toBe(2);
    expect(logger.droppedLines).toBe(2);
  });
});
