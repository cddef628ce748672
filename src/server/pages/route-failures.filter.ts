import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { NestRouter } from './nest-router.js';

/** Gives the pipeline what controllers throw: one place answers failures, whatever they come from. */
@Catch()
export class RouteFailures implements ExceptionFilter {
  constructor(@Inject(NestRouter) private readonly router: Pick<NestRouter, 'fail'>) {}

  /** Called by Nest for whatever was thrown, and where no controller has a route. */
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.router.fail(error, { request: http.getRequest(), reply: http.getResponse() });
  }
}
