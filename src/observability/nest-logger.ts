import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest logs every module and route it sets up, which is useful only when the composition is being examined. */
const NEST_DETAIL = 4;

/** Contexts in which Nest throws what it logs; the caller reports it. */
const RETHROWERS = /^_?ExceptionHandler$/;

/** Sends what Nest itself logs to our logger. Nest passes the context, and for errors a stack, as trailing texts. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.verbose(NEST_DETAIL, textOf(message), fieldsOf(rest));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const fields = fieldsOf(rest);
    if (RETHROWERS.test(fields.context ?? '')) this.logger.verbose(NEST_DETAIL, textOf(message), fields);
    else this.logger.error(textOf(message), fields);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(textOf(message), fieldsOf(rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.verbose(NEST_DETAIL, textOf(message), fieldsOf(rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.verbose(NEST_DETAIL + 1, textOf(message), fieldsOf(rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.error(textOf(message), fieldsOf(rest));
  }
}

function textOf(message: unknown): string {
  return message instanceof Error ? message.message : String(message);
}

function fieldsOf(rest: readonly unknown[]): { context?: string; stack?: string } {
  const texts = rest.filter((part): part is string => typeof part === 'string');
  const context = texts.length > 0 ? { context: texts[texts.length - 1] } : {};
  return texts.length > 1 ? { ...context, stack: texts[0] } : context;
}
