import { valueAt } from '../model/value-at.js';
import { type Action, attributesFor, fieldChange, isOneOf, patch } from './action.js';
import { type ActionTarget, kubectlIn, slashName } from './kubectl.js';

const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';

function isPaused({ object }: ActionTarget): boolean {
  return valueAt(object, 'spec', 'paused') === true;
}

const scale: Action = {
  title: 'Scale',
  explanation: 'Sets the number of replicas, through the scale subresource.',
  takesReplicas: true,
  appliesTo: ({ resource }) => resource.subresources.has('scale'),
  access: (target) => ['get', 'patch'].map((verb) => attributesFor(target, verb, 'scale')),
  request: (target, replicas) => patch(target, { spec: { replicas } }, 'scale'),
  command: (target, replicas) => kubectlIn(target, 'scale', slashName(target), `--replicas=${replicas}`),
};

/** Actions on what runs pods. */
export const workloadActions: readonly Action[] = [
  scale,
  fieldChange({
    title: 'Restart',
    explanation: 'Replaces all pods, as many at a time as the strategy allows, by an annotation of the pod template.',
    appliesTo: (target) =>
      isOneOf(target.resource, 'apps', 'deployments', 'statefulsets', 'daemonsets') && !isPaused(target),
    fields: () => ({
      spec: { template: { metadata: { annotations: { [RESTARTED_AT]: new Date().toISOString() } } } },
    }),
    words: ['rollout', 'restart'],
  }),
  fieldChange({
    title: 'Pause',
    explanation: 'Changes of the pod template are not rolled out until the Deployment is resumed.',
    appliesTo: (target) => isOneOf(target.resource, 'apps', 'deployments') && !isPaused(target),
    fields: () => ({ spec: { paused: true } }),
    words: ['rollout', 'pause'],
  }),
  fieldChange({
    title: 'Resume',
    explanation: 'Rolls out the changes that were made while the Deployment was paused.',
    appliesTo: (target) => isOneOf(target.resource, 'apps', 'deployments') && isPaused(target),
    fields: () => ({ spec: { paused: null } }),
    words: ['rollout', 'resume'],
  }),
];
