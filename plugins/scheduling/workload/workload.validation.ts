import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import {
  IMMUTABLE_MESSAGE,
  hasRule,
  isPathSegmentName,
  repeatFinder,
  tooMany,
} from '../../../src/plugin-api/built-in.js';
import {
  validateGroupMembers,
  validateGroupName,
  validateGroupPolicy,
} from '../group-policy/group-policy.validation.js';
import type { PodGroupTemplate, TypedLocalObjectReference, Workload } from './workload.v1alpha2.js';

const SPEC = FieldPath.of('spec');
const CONTROLLER = SPEC.child('controllerRef');
const MAX_TEMPLATES = 8;

/** The names of members, which v1alpha1 of release 1.35 has others for. */
function namesOf(): { readonly templates: FieldPath; readonly policy: string } {
  return hasRule({ since: '1.36' })
    ? { templates: SPEC.child('podGroupTemplates'), policy: 'schedulingPolicy' }
    : { templates: SPEC.child('podGroups'), policy: 'policy' };
}

/** Checks the groups of a workload. */
export function validateWorkload({ spec: { controllerRef, podGroupTemplates } }: Workload): FieldError[] {
  return [...(controllerRef ? controllerErrors(controllerRef) : []), ...templatesErrors(podGroupTemplates ?? [])];
}

/** Checks a change: the groups stay, and so does the controller, once there is one. */
export function validateWorkloadUpdate({ spec }: Workload, old: Workload): FieldError[] {
  const { controllerRef, podGroupTemplates } = spec;
  const isFixed = old.spec.controllerRef !== undefined || hasRule({ since: '1.36' });
  const hasController = isDeepEqual(controllerRef, old.spec.controllerRef);
  const isSame = isDeepEqual(podGroupTemplates ?? [], old.spec.podGroupTemplates ?? []);
  const added = isFixed ? [invalid(CONTROLLER, controllerRef, IMMUTABLE_MESSAGE)] : controllerErrors(controllerRef!);
  return [
    ...(hasController ? [] : added),
    ...(isSame ? [] : [invalid(namesOf().templates, podGroupTemplates, IMMUTABLE_MESSAGE)]),
  ];
}

function controllerErrors({ apiGroup = '', kind, name }: TypedLocalObjectReference): FieldError[] {
  const path = CONTROLLER.child('apiGroup');
  return [
    ...(apiGroup === '' ? [] : isDns1123Subdomain(apiGroup).map((message) => invalid(path, apiGroup, message))),
    ...segmentErrors(kind, CONTROLLER.child('kind')),
    ...segmentErrors(name, CONTROLLER.child('name')),
  ];
}

function segmentErrors(segment: string, path: FieldPath): FieldError[] {
  return segment === ''
    ? [required(path)]
    : isPathSegmentName(segment).map((message) => invalid(path, segment, message));
}

function templatesErrors(list: readonly PodGroupTemplate[]): FieldError[] {
  const { templates, policy } = namesOf();
  if (list.length === 0) {
    return [hasRule({ since: '1.36' }) ? required(templates) : required(templates, 'must have at least one item')];
  }
  if (list.length > MAX_TEMPLATES) return [tooMany(templates, list.length, MAX_TEMPLATES)];
  const isRepeated = repeatFinder<string>();
  return list.flatMap((template, i) => {
    const path = templates.index(i);
    return [
      ...validateGroupName(template.name, path.child('name')),
      ...(isRepeated(template.name) ? [duplicate(path, template.name)] : []),
      ...validateGroupPolicy(template.schedulingPolicy ?? {}, path.child(policy)),
      ...validateGroupMembers(template, path),
    ];
  });
}
