import type { ApiObject, Conversion } from '../../../src/plugin-api/index.js';
import type { SubjectAccessReviewSpecV1beta1 } from './subject-access-review.v1beta1.js';
import type { SubjectAccessReviewSpec } from './subject-access-review.v1.js';

/** Between v1 and the version in which `spec.groups` was called `group`. */
export const groupConversion: Conversion<
  ApiObject & { spec: SubjectAccessReviewSpecV1beta1 },
  ApiObject & { spec: SubjectAccessReviewSpec }
> = {
  toHub({ spec, ...rest }) {
    const { group: groups, ...kept } = spec ?? {};
    return { ...rest, spec: { ...kept, groups } };
  },

  fromHub({ spec, ...rest }) {
    const { groups: group, ...kept } = spec ?? {};
    return { ...rest, spec: { ...kept, group } };
  },
};
