import { apiVersionOf } from '../api/discovery.js';
import { valueAt } from '../model/value-at.js';
import { type Action, fieldChange, isOneOf } from './action.js';
import { type ActionTarget, kubectlIn, slashName } from './kubectl.js';

const MANUAL = { 'cronjob.kubernetes.io/instantiate': 'manual' };
const LONGEST_NAME = 63;
const SUFFIX_LETTERS = 5;

function isSuspended({ object }: ActionTarget): boolean {
  return valueAt(object, 'spec', 'suspend') === true;
}

/** The names of Jobs by what they are created of: a dry run, the request and the command have the same one. */
const names = new WeakMap<ActionTarget, string>();

function jobName(target: ActionTarget): string {
  const known = names.get(target);
  if (known !== undefined) return known;
  const random = crypto.getRandomValues(new Uint32Array(1))[0].toString(36).padStart(SUFFIX_LETTERS, '0');
  const suffix = `-manual-${random.slice(-SUFFIX_LETTERS)}`;
  const name = `${target.object.metadata.name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
  names.set(target, name);
  return name;
}

const trigger: Action = {
  title: 'Trigger',
  explanation: 'Creates a Job from the template now, whatever the schedule.',
  appliesTo: ({ resource }) => isOneOf(resource, 'batch', 'cronjobs'),
  access: ({ object: { metadata } }) => [
    {
      verb: 'create',
      group: 'batch',
      resource: 'jobs',
      subresource: '',
      namespace: metadata.namespace ?? '',
      name: '',
    },
  ],
  request: (target) => {
    const { resource, object } = target;
    const { namespace = '', name, uid = '' } = object.metadata;
    const template = valueAt(object, 'spec', 'jobTemplate') as JobTemplate;
    const owner = { apiVersion: apiVersionOf(resource), kind: resource.kind, name, uid, controller: true };
    const body = {
      ...{ apiVersion: 'batch/v1', kind: 'Job', spec: template.spec },
      metadata: {
        name: jobName(target),
        labels: template.metadata?.labels,
        annotations: { ...template.metadata?.annotations, ...MANUAL },
        ownerReferences: [owner],
      },
    };
    return { method: 'POST', path: `/apis/batch/v1/namespaces/${encodeURIComponent(namespace)}/jobs`, body };
  },
  command: (target) => kubectlIn(target, 'create', 'job', jobName(target), `--from=${slashName(target)}`),
};

interface JobTemplate {
  readonly spec: object;
  readonly metadata?: { readonly labels?: object; readonly annotations?: object };
}

/** Actions on Jobs and CronJobs. */
export const batchActions: readonly Action[] = [
  trigger,
  fieldChange({
    title: 'Suspend',
    explanation: 'A CronJob that is suspended creates no Jobs; a Job that is suspended has no pods.',
    appliesTo: (target) => isOneOf(target.resource, 'batch', 'cronjobs', 'jobs') && !isSuspended(target),
    fields: () => ({ spec: { suspend: true } }),
  }),
  fieldChange({
    title: 'Resume',
    explanation: 'Ends the suspension.',
    appliesTo: (target) => isOneOf(target.resource, 'batch', 'cronjobs', 'jobs') && isSuspended(target),
    fields: () => ({ spec: { suspend: false } }),
  }),
];
