import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isDns1035Label, AtLeast, AtMost, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultServiceReference } from './api-service.defaults.js';

/** Shape of v1.ServiceReference. */
@ApiType({
  name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1.ServiceReference',
  doc: 'A service inside the cluster.',
  defaults: defaultServiceReference,
})
export class ServiceReference {
  @Field(1, 'string', { doc: 'Namespace of the service.' })
  @Required()
  namespace?: string;

  @Field(2, 'string', { doc: 'Name of the service.' })
  @Required()
  name?: string;

  @Field(3, 'int32', { pointer: true, doc: 'Port of the service.' })
  port?: number;
}

/** Shape of v1.APIServiceSpec. */
@ApiType({
  name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1.APIServiceSpec',
  doc: 'Which group and version is served, by whom, and where it stands in discovery.',
})
export class APIServiceSpec {
  @Field(1, ServiceReference, {
    variants: [{ until: '1.17', required: true }],
    pointer: true,
    doc: 'The service that serves it; this server when unset.',
  })
  service?: ServiceReference;

  @Field(2, 'string', { doc: 'Name of the API group.' })
  group?: string;

  @Field(3, 'string', { doc: 'Name of the version.' })
  @Format(isDns1035Label, { ofEmpty: true })
  version?: string;

  @Field(4, 'bool', { doc: 'Whether the certificate of the server goes unchecked.' })
  insecureSkipTLSVerify?: boolean;

  @Field(5, 'bytes', { listType: 'atomic', doc: 'Certificates, in PEM, that the server has to be certified by.' })
  caBundle?: string;

  @Field(7, 'int32', { always: true, required: true, doc: 'Place of the group in discovery; higher first.' })
  @AtLeast(1, 'must be positive and less than 20000')
  @AtMost(20_000, 'must be positive and less than 20000')
  groupPriorityMinimum: number;

  @Field(8, 'int32', { always: true, required: true, doc: 'Place of the version in its group; higher first.' })
  @AtLeast(1, 'must be positive and less than 1000')
  @AtMost(1000, 'must be positive and less than 1000')
  versionPriority: number;
}

/** Shape of v1.APIServiceCondition. */
@ApiType({
  name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1.APIServiceCondition',
  doc: 'The state of an API service in one respect.',
})
export class APIServiceCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.APIServiceConditionType',
    doc: 'What the condition is about.',
  })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus', doc: 'True, False or Unknown.' })
  @OneOf('True', 'False', 'Unknown')
  status: string;

  @Field(3, 'time', { doc: 'When it last changed.' })
  lastTransitionTime?: string;

  @Field(4, 'string', { doc: 'Why, in one word.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Why, in words.' })
  message?: string;
}

/** Shape of v1.APIServiceStatus. */
@ApiType({
  name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1.APIServiceStatus',
  doc: 'Whether the API service can be reached.',
})
export class APIServiceStatus {
  @Field(1, APIServiceCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: APIServiceCondition[];
}

/** Shape of v1.APIService. */
@ApiType({
  name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1.APIService',
  doc: 'Who serves a version of an API group: this server, or another one behind a service.',
})
export class APIService {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, APIServiceSpec, { doc: 'What is wanted.' })
  spec?: APIServiceSpec;

  @Field(3, APIServiceStatus, { doc: 'What is found; written by the system.' })
  status?: APIServiceStatus;
}
