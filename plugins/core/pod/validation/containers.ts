import { duplicate, forbidden, invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { hasRule, notFoundField, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import { Container, type EphemeralContainer } from '../shape/container.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { checkImageSpace, checkOneOf, checkSet } from './checks.js';
import { containerNames } from './container-visits.js';
import { validateEnv, validateEnvFrom } from './env.js';
import { validateVolumeDevices, validateVolumeMounts, type VolumesByName } from './mounts.js';
import { validateContainerPorts, validateHostPortConflicts } from './ports.js';
import { type HandlerRules, validateLifecycle, validateProbes } from './probes.js';
import { validateResizePolicy, validateResourceRequirements } from './resources.js';
import { validateRestartPolicy } from './restart-policy.js';
import type { PodRules } from './rules.js';
import { validateSecurityContext } from './security-context.js';

/** The part of a pod that the rules for a container use. */
export interface ContainerSurroundings {
  readonly spec: PodSpec;
  readonly volumes: VolumesByName;
  readonly rules: PodRules;
  /** Names of the pod's resource claims. */
  readonly claimNames: ReadonlySet<string>;
}

const checkContainer = fieldChecker(Container);
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const NOT_ON_INIT = 'may not be set for init containers without restartPolicy=Always';

function validateCommon(
  container: Container,
  path: FieldPath,
  { spec, volumes, rules, claimNames }: ContainerSurroundings,
): FieldError[] {
  return [
    ...checkContainer(container, path, 'name', 'image', 'terminationMessagePolicy'),
    ...validateContainerPorts(container.ports, path.child('ports')),
    ...validateEnv(container.env, path.child('env'), rules),
    ...validateEnvFrom(container.envFrom, path.child('envFrom'), rules),
    ...validateVolumeMounts(container, volumes, path.child('volumeMounts')),
    ...validateVolumeDevices(container, volumes, path.child('volumeDevices')),
    ...checkContainer(container, path, 'imagePullPolicy'),
    ...validateResourceRequirements(container.resources, path.child('resources'), { claimNames }),
    ...validateResizePolicy(container.resizePolicy, spec.restartPolicy, path.child('resizePolicy')),
    ...validateSecurityContext(container.securityContext, path.child('securityContext'), { spec, rules }),
  ];
}

/** Checks the containers of a pod; there has to be one. */
export function validateContainers(path: FieldPath, around: ContainerSurroundings): FieldError[] {
  const containers = around.spec.containers ?? [];
  if (containers.length === 0) return checkSet('', path);
  const names = new Set<string>();
  const handlers = handlerRules(around);
  return [
    ...containers.flatMap((container, i) => {
      const place = path.index(i);
      const isRepeated = names.has(container.name);
      names.add(container.name);
      return [
        ...validateCommon(container, place, around),
        ...(isRepeated ? [duplicate(place.child('name'), container.name)] : []),
        ...validateLifecycle(container.lifecycle, place.child('lifecycle'), handlers),
        ...validateProbes(container, place, handlers),
        ...ownPolicyErrors(container, place, around.rules),
      ];
    }),
    ...validateHostPortConflicts(containers, path),
  ];
}

/** Checks the init containers of a pod; those that restart always are treated like containers. */
export function validateInitContainers(path: FieldPath, around: ContainerSurroundings): FieldError[] {
  const { containers, initContainers } = around.spec;
  if (!initContainers?.length) return [];
  const names = new Set((containers ?? []).map((container) => container.name));
  return initContainers.flatMap((container, i) => {
    const place = path.index(i);
    const isRepeated = names.has(container.name);
    if (container.name) names.add(container.name);
    return [
      ...validateCommon(container, place, around),
      ...initPolicyErrors(container, place, around.rules),
      ...(isRepeated ? [duplicate(place.child('name'), container.name)] : []),
      ...validateHostPortConflicts([container], path),
      ...initHandlerErrors(container, place, around),
      ...initResizeErrors(container, place),
    ];
  });
}

const RESTART_RULES = 'ContainerRestartRules';

/** Containers have policies of their own since 1.34, where a gate decides whether they are kept. */
function ownPolicyErrors(container: Container, path: FieldPath, rules: PodRules): FieldError[] {
  if (hasRule({ since: '1.34' })) return keptPolicyErrors(container, path, rules);
  if (container.restartPolicy === undefined) return [];
  return [forbidden(path.child('restartPolicy'), 'may not be set for non-init containers')];
}

function initPolicyErrors(container: Container, path: FieldPath, rules: PodRules): FieldError[] {
  if (hasRule({ since: '1.34' })) return keptPolicyErrors(container, path, rules);
  return checkOneOf(container.restartPolicy, path.child('restartPolicy'), ['Always']);
}

function keptPolicyErrors(container: Container, path: FieldPath, rules: PodRules): FieldError[] {
  return rules.isEnabled(RESTART_RULES) ? validateRestartPolicy(container, path, rules) : [];
}

/** Init containers may be resized since 1.33. */
function initResizeErrors({ resizePolicy }: Container, path: FieldPath): FieldError[] {
  if (!resizePolicy?.length || hasRule({ since: '1.33' })) return [];
  return [invalid(path.child('resizePolicy'), resizePolicy, 'must not be set for init containers')];
}

function initHandlerErrors(container: Container, path: FieldPath, around: ContainerSurroundings): FieldError[] {
  const handlers = handlerRules(around);
  if (container.restartPolicy === 'Always') {
    return [
      ...validateLifecycle(container.lifecycle, path.child('lifecycle'), handlers),
      ...validateProbes(container, path, handlers),
    ];
  }
  return (['lifecycle', ...PROBES] as const)
    .filter((name) => container[name])
    .map((name) => forbidden(path.child(name), NOT_ON_INIT));
}

const NOT_ON_EPHEMERAL = ['ports', 'resources', 'resizePolicy', 'restartPolicy', ...PROBES, 'lifecycle'] as const;

/** Checks the containers added to a running pod. */
export function validateEphemeralContainers(path: FieldPath, around: ContainerSurroundings): FieldError[] {
  const { spec } = around;
  if (!spec.ephemeralContainers?.length) return [];
  const targets = containerNames(spec);
  const names = new Set(targets);
  return spec.ephemeralContainers.flatMap((container, i) => {
    const place = path.index(i);
    const isRepeated = names.has(container.name);
    if (container.name) names.add(container.name);
    return [
      ...validateCommon(container, place, around),
      ...checkImageSpace(container.image, place.child('image')),
      ...(isRepeated ? [duplicate(place.child('name'), container.name)] : []),
      ...targetErrors(container, targets, place.child('targetContainerName')),
      ...ephemeralFieldErrors(container, place),
    ];
  });
}

function targetErrors(
  { targetContainerName }: EphemeralContainer,
  targets: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  if (!targetContainerName || targets.has(targetContainerName)) return [];
  return [notFoundField(path, targetContainerName)];
}

function ephemeralFieldErrors(container: EphemeralContainer, path: FieldPath): FieldError[] {
  const errors = NOT_ON_EPHEMERAL.filter((name) => isPresent(container[name])).map((name) =>
    forbidden(path.child(name), 'cannot be set for an Ephemeral Container'),
  );
  for (const [i, mount] of (container.volumeMounts ?? []).entries()) {
    for (const name of ['subPath', 'subPathExpr'] as const) {
      const place = path.child('volumeMounts').index(i).child(name);
      if (mount[name]) errors.push(forbidden(place, 'cannot be set for an Ephemeral Container'));
    }
  }
  return errors;
}

function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function handlerRules({ spec, rules }: ContainerSurroundings): HandlerRules {
  return { gracePeriod: spec.terminationGracePeriodSeconds, os: spec.os?.name, isEnabled: rules.isEnabled };
}
