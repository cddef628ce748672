import type { Logger } from './logger.js';

/**
 * Logs exceptions and rejections that were not caught, and keeps the process running: a stray failure in one request, watch
 * or controller is not to end the server for all others.
 */
export function surviveStrayFailures(logger: Logger): void {
  process.on('uncaughtException', (error) => logger.error('uncaught exception', { error }));
  process.on('unhandledRejection', (error) => logger.error('unhandled rejection', { error }));
}
