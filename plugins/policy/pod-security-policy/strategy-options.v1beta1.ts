import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { SELinuxOptions } from '../../core/index.js';

/** Shape of v1beta1.IDRange. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.IDRange', doc: 'Numbers of users or groups, both ends included.' })
export class IDRange {
  @Field(1, 'int64', { always: true, required: true, doc: 'The first one.' })
  min: number;

  @Field(2, 'int64', { always: true, required: true, doc: 'The last one.' })
  max: number;
}

/** Shape of v1beta1.SELinuxStrategyOptions. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.SELinuxStrategyOptions', doc: 'Which SELinux labels are allowed.' })
export class SELinuxStrategyOptions {
  @Field(1, 'string', { always: true, required: true, doc: 'MustRunAs or RunAsAny.' })
  rule: string;

  @Field(2, SELinuxOptions, { pointer: true, doc: 'The labels, for MustRunAs.' })
  seLinuxOptions?: SELinuxOptions;
}

/** Shape of v1beta1.RunAsUserStrategyOptions. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.RunAsUserStrategyOptions', doc: 'Which users are allowed.' })
export class RunAsUserStrategyOptions {
  @Field(1, 'string', { always: true, required: true, doc: 'How: by the ranges or without them.' })
  rule: string;

  @Field(2, IDRange, { list: true, doc: 'Numbers that are allowed.' })
  ranges?: IDRange[];
}

/** Shape of v1beta1.RunAsGroupStrategyOptions. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.RunAsGroupStrategyOptions', doc: 'Which groups are allowed.' })
export class RunAsGroupStrategyOptions {
  @Field(1, 'string', { always: true, required: true, doc: 'How: by the ranges or without them.' })
  rule: string;

  @Field(2, IDRange, { list: true, doc: 'Numbers that are allowed.' })
  ranges?: IDRange[];
}

/** Shape of v1beta1.FSGroupStrategyOptions. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.FSGroupStrategyOptions', doc: 'Which groups of volumes are allowed.' })
export class FSGroupStrategyOptions {
  @Field(1, 'string', { doc: 'How: by the ranges or without them.' })
  rule?: string;

  @Field(2, IDRange, { list: true, doc: 'Numbers that are allowed.' })
  ranges?: IDRange[];
}

/** Shape of v1beta1.SupplementalGroupsStrategyOptions. */
@ApiType({
  name: 'k8s.io.api.policy.v1beta1.SupplementalGroupsStrategyOptions',
  doc: 'Which further groups are allowed.',
})
export class SupplementalGroupsStrategyOptions {
  @Field(1, 'string', { doc: 'How: by the ranges or without them.' })
  rule?: string;

  @Field(2, IDRange, { list: true, doc: 'Numbers that are allowed.' })
  ranges?: IDRange[];
}
