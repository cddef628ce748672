import type { Logger } from './logger.js';

/**
 * Keeps the process running when its output is closed, and when a file may not grow any more: both are then errors of
 * the write in question.
 */
export function tolerateBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('SIGXFSZ', () => {});
}

/**
 * Logs exceptions and rejections that were not caught, and keeps the process running: a stray failure in one request, watch
 * or controller is not to end the server for all others.
 */
export function surviveStrayFailures(logger: Logger): void {
  process.on('uncaughtException', (error) => logger.error('uncaught exception', { error }));
  process.on('unhandledRejection', (error) => logger.error('unhandled rejection', { error }));
}
