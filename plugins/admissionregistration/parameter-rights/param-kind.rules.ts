import { type FieldError, FieldPath, type UserInfo, forbidden, isDeepEqual } from '../../../src/plugin-api/index.js';
import type { ParamKind } from '../policy/policy.v1.js';
import type { ParameterRights } from './parameter-rights.js';

const PARAM_KIND = FieldPath.of('spec', 'paramKind');

/** Checks that a user may name the kind of a policy's parameters. One that stays as it is was checked before. */
export async function paramKindErrors(
  rights: Pick<ParameterRights, 'problemOfKind'>,
  user: UserInfo,
  { next, old }: { readonly next: ParamKind | undefined; readonly old: ParamKind | undefined },
): Promise<FieldError[]> {
  if (!next || isDeepEqual(next, old)) return [];
  const problem = await rights.problemOfKind(user, next);
  return problem === undefined ? [] : [forbidden(PARAM_KIND, problem)];
}
