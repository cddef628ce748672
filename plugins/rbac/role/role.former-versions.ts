import { ApiType, Field, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { PolicyRuleV1alpha1 } from '../v1alpha1/policy-rule.v1alpha1.js';
import { Role } from './role.v1.js';

/** Role as rbac.authorization.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1beta1.Role', inherits: true })
class RoleV1beta1 extends Role {}

/** Role as rbac.authorization.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.rbac.v1alpha1.Role', inherits: true })
class RoleV1alpha1 extends Role {
  @Field(2, PolicyRuleV1alpha1, { list: true, always: true, doc: 'What the role allows to do.' })
  override rules?: PolicyRuleV1alpha1[];
}

/** The versions of the kind before v1. */
export const FORMER_ROLE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: RoleV1beta1,
    conversion: sameShape,
    introduced: '1.6',
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 Role',
  },
  {
    name: 'v1alpha1',
    type: RoleV1alpha1,
    conversion: sameShape,
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1 Role',
    onByDefault: false,
  },
];
