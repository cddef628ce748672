import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

describe('NestLogger.error()', () => {
  it.each([
    ['ExceptionHandler', 0],
    ['_ExceptionHandler', 0],
    ['NestApplication', 1],
  ])('logs errors of %s, unless Nest throws them as well', (context, expected) => {
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    new NestLogger(logger).error('failed', 'stack', context);
    expect(lines).toHaveLength(expected);
  });
});
