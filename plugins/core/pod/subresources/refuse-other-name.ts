import { type ApiObject, badRequest } from '../../../../src/plugin-api/index.js';

/** Refuses the body of a pod's subresource that is meant for another pod than the one in the path. */
export function refuseOtherName(kind: string, name: string, body: ApiObject | undefined): void {
  if (body?.metadata?.name === name) return;
  throw badRequest(`name in URL does not match name in ${kind} object`);
}
