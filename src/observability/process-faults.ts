import type { Logger } from './logger.js';

/**
 * Lets the process go on where nobody listens to what it says, and where a file may not grow any more: both are then
 * errors of the write in question.
 */
export function tolerateBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('SIGXFSZ', () => {});
}

/**
 * Logs exceptions and rejections that nobody caught, and lets the process go on: a stray failure in one request, watch
 * or controller is not to end the server for all others.
 */
export function surviveStrayFailures(logger: Logger): void {
  process.on('uncaughtException', (error) => logger.error('an exception was not caught', { error }));
  process.on('unhandledRejection', (error) => logger.error('a rejection was not handled', { error }));
}
