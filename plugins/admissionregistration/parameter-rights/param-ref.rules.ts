import {
  type ApiObject,
  type FieldError,
  FieldPath,
  type Stores,
  type UserInfo,
  forbidden,
} from '../../../src/plugin-api/index.js';
import type { ParamKind, ParamRef } from '../policy/policy.v1.js';
import type { ParameterRights } from './parameter-rights.js';

const GROUP = 'admissionregistration.k8s.io';
const PARAM_REF = FieldPath.of('spec', 'paramRef');

/** The members of a binding that decide what the server reads. */
export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
}

interface Policy extends ApiObject {
  readonly spec?: { readonly paramKind?: ParamKind };
}

/** The rights to read parameters, and the policies that bindings of one kind name. */
export interface BindingAccess {
  readonly rights: Pick<ParameterRights, 'problemOfReference'>;
  readonly stores: Stores;
  /** `validatingadmissionpolicies`, `mutatingadmissionpolicies`. */
  readonly resource: string;
}

/**
 * Checks that a user may refer to the parameters of a binding. Every write of a binding with parameters is checked, as the
 * reference does: its policy may have changed since.
 */
export async function paramRefErrors(
  { rights, stores, resource }: BindingAccess,
  user: UserInfo,
  { policyName = '', paramRef }: BindingSpec,
): Promise<FieldError[]> {
  if (!paramRef) return [];
  const found = await stores.of<Policy>(GROUP, resource).find({ user, namespace: '' }, policyName);
  const policy = found && { paramKind: found.spec?.paramKind };
  const problem = await rights.problemOfReference(user, { policyName, policy, paramRef });
  return problem === undefined ? [] : [forbidden(PARAM_REF, problem)];
}
