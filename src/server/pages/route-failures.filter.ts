import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { NestRouter } from './nest-router.js';

/** Passes what controllers throw to the pipeline: one place responds to failures. */
@Catch()
export class RouteFailures implements ExceptionFilter {
  constructor(@Inject(NestRouter) private readonly router: Pick<NestRouter, 'fail'>) {}

  /** Called by Nest for whatever was thrown, and where no controller has a route. */
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.router.fail(error, { request: http.getRequest(), reply: http.getResponse() });
  }
}
