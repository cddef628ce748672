import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { type UserInfo, attachedUser } from '../request/index.js';

/**
 * Passes the user of a request to a parameter of a Nest controller's method: who was authenticated, or who is
 * impersonated. Every request that reaches a controller has one; for callers without credentials it is
 * `system:anonymous`.
 *
 * @public
 * @example
 * class Console { @Get() show(@CurrentUser() user: UserInfo) { return `Hello, ${user.name}`; } }
 */
export const CurrentUser: () => ParameterDecorator = createParamDecorator((_data: unknown, host: ExecutionContext) => {
  const { raw } = host.switchToHttp().getRequest<{ raw: object }>();
  return attachedUser(raw) satisfies UserInfo | undefined;
});
