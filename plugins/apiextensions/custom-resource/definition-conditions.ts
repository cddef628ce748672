import { FieldPath, invalid } from '../../../src/plugin-api/index.js';
import { formatFieldErrors, hasRule } from '../../../src/plugin-api/built-in.js';
import { hasUsableBundle } from '../custom-resource-definition/conversion.validation.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '../custom-resource-definition/custom-resource-definition.v1.js';
import { validateStructural } from '../custom-resource-definition/schema/structural.validation.js';
import type { NameDecision } from './definition-names.js';

type Condition = CustomResourceDefinitionCondition;

const APPROVAL = 'api-approved.kubernetes.io';
const POLICY = 'https://github.com/kubernetes/enhancements/pull/1111';
const NEEDS_APPROVAL = `protected groups must have approval annotation ${JSON.stringify(APPROVAL)}`;

/** The finalizer that keeps a definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Returns a definition that its objects no longer keep. */
export function withoutCleanupFinalizer(definition: CustomResourceDefinition): CustomResourceDefinition {
  const finalizers = (definition.metadata.finalizers ?? []).filter((each) => each !== CLEANUP_FINALIZER);
  return { ...definition, metadata: { ...definition.metadata, finalizers } };
}

/** Returns the condition of a definition in one respect; undefined where it has none. */
export function findCondition(definition: CustomResourceDefinition, type: string): Condition | undefined {
  return definition.status?.conditions?.find((condition) => condition.type === type);
}

/** Sets a condition in place; its time moves where its status changes. */
export function setCondition(definition: CustomResourceDefinition, condition: Condition, now: string): void {
  const conditions = [...(definition.status?.conditions ?? [])];
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const before = conditions[index];
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : now;
  const next = { ...condition, lastTransitionTime };
  if (index < 0) conditions.push(next);
  else conditions[index] = next;
  definition.status = { ...definition.status, conditions };
}

/** Returns the state of serving by the names that were accepted: once established, a definition stays so. */
export function establishedCondition(definition: CustomResourceDefinition, names: NameDecision): Condition {
  const before = findCondition(definition, 'Established');
  if (before?.status === 'True') return before;
  const type = 'Established';
  if (names.condition.status !== 'True') {
    return before ?? { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  }
  if (hasRule({ since: '1.31' }) && !hasUsableBundle(definition.spec.conversion)) {
    return { type, status: 'False', reason: 'InvalidCABundle', message: 'The conversion webhook CABundle is invalid' };
  }
  return { type, status: 'True', reason: 'InitialNamesAccepted', message: 'the initial names have been accepted' };
}

/** The type of the condition of a definition whose last change is not served. */
const UP_TO_DATE = 'UpToDate';
/** The type of the condition of a definition that the OpenAPI documents leave out. */
const PUBLISHED = 'Published';
/** Messages of conditions are stored with each definition. */
const LONGEST_MESSAGE = 1000;

/** The failures that keep a definition from being served, or from the OpenAPI documents. */
export interface DefinitionFailures {
  readonly serving?: Error;
  readonly publishing?: Error;
}

/**
 * Sets the conditions for failures in place, or removes them if there are none. A definition that was established once
 * stays so: its objects may be stored, and the declaration before the failure may still be served.
 */
export function setFailures(
  definition: CustomResourceDefinition,
  { serving, publishing }: DefinitionFailures,
  now: string,
): void {
  const type = findCondition(definition, 'Established')?.status === 'True' ? UP_TO_DATE : 'Established';
  if (serving) setCondition(definition, failed(type, 'ServingFailed', serving), now);
  else dropCondition(definition, UP_TO_DATE);
  if (publishing) setCondition(definition, failed(PUBLISHED, 'SchemaNotWritable', publishing), now);
  else dropCondition(definition, PUBLISHED);
}

function failed(type: string, reason: string, error: Error): Condition {
  return { type, status: 'False', reason, message: messageOf(error) };
}

function messageOf({ message }: Error): string {
  return message.slice(0, LONGEST_MESSAGE);
}

/** Returns what was thrown as an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The reason of the condition of a definition whose objects cannot be deleted. */
export const DELETION_FAILED = 'InstanceDeletionFailed';

/** Returns the state of a definition whose objects cannot be deleted; that is tried again. */
export function deletionFailedCondition(error: Error): Condition {
  return {
    type: 'Terminating',
    status: 'True',
    reason: DELETION_FAILED,
    message: `could not delete all instances: ${messageOf(error)}`,
  };
}

/** Returns the state of the approval that groups of the Kubernetes community need; undefined for other groups. */
export function approvalCondition({ metadata, spec }: CustomResourceDefinition): Condition | undefined {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(spec.group)) return undefined;
  const type = 'KubernetesAPIApprovalPolicyConformant';
  const approval = metadata.annotations?.[APPROVAL] ?? '';
  if (approval === '') {
    return { type, status: 'False', reason: 'MissingAnnotation', message: `${NEEDS_APPROVAL}, see ${POLICY}` };
  }
  if (approval.startsWith('unapproved')) {
    return {
      type,
      status: 'False',
      reason: 'UnapprovedAnnotation',
      message: `not approved: ${JSON.stringify(approval)}`,
    };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(approval)) {
    return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${approval}` };
  }
  const message = `${NEEDS_APPROVAL} with either a URL or a reason starting with "unapproved", see ${POLICY}`;
  return { type, status: 'False', reason: 'InvalidAnnotation', message };
}

/** Returns the violations of the rules for structural schemas; undefined unless unknown members are kept, which makes up for them. */
export function structuralCondition({ spec }: CustomResourceDefinition): Condition | undefined {
  const { preserveUnknownFields, versions = [] } = spec;
  if (!preserveUnknownFields) return undefined;
  const path = FieldPath.of('spec');
  const errors = [
    invalid(path.child('preserveUnknownFields'), true, 'must be false'),
    ...versions.flatMap(({ schema }, i) => {
      const found = schema?.openAPIV3Schema;
      return found ? validateStructural(found, path.child('versions').index(i).child('schema', 'openAPIV3Schema')) : [];
    }),
  ];
  const message = formatFieldErrors(errors);
  return { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message };
}

/** Removes a condition in place. */
export function dropCondition(definition: CustomResourceDefinition, type: string): void {
  if (!findCondition(definition, type)) return;
  const conditions = definition.status?.conditions?.filter((condition) => condition.type !== type);
  definition.status = { ...definition.status, conditions };
}

/** The states of a definition that is being deleted. */
export const TERMINATING = {
  pending: {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  },
  inProgress: {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionInProgress',
    message: 'CustomResource deletion is in progress',
  },
  completed: {
    type: 'Terminating',
    status: 'False',
    reason: 'InstanceDeletionCompleted',
    message: 'removed all instances',
  },
} as const satisfies Readonly<Record<string, Condition>>;
