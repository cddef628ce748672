import { HttpException } from '@nestjs/common';
import { type StatusReason, StatusError, failure } from '../../apimachinery/index.js';

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** Converts Nest's exceptions to a Status with their code and text; anything else is passed on, and is an internal error. */
export function routeFailure(error: unknown): unknown {
  if (error instanceof StatusError || !(error instanceof HttpException)) return error;
  const code = error.getStatus();
  return failure(code, textOf(error), { reason: REASONS[code], cause: error.cause });
}

/** Pipes that validate put their messages, several of them, into the body of the exception. */
function textOf(error: HttpException): string {
  const body = error.getResponse();
  const text = typeof body === 'string' ? body : (body as { message?: unknown }).message;
  return Array.isArray(text) ? text.join('; ') : typeof text === 'string' ? text : error.message;
}
