import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../src/plugin-api/index.js';
import { isHttpHeaderName, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import {
  ExecAction,
  type GRPCAction,
  HTTPGetAction,
  type Lifecycle,
  type LifecycleHandler,
  Probe,
  type ProbeHandler,
} from '../shape/probe.v1.js';
import { STOP_SIGNALS } from '../shape/stop-signals.js';
import { check, checkPort } from './checks.js';
import type { PodRules } from './rules.js';

/** The parameters of the rules for hooks and probes. */
export interface HandlerRules extends Pick<PodRules, 'isEnabled'> {
  /** How long the pod may take to end, in seconds. */
  readonly gracePeriod?: number;
  /** The operating system that the pod names. */
  readonly os?: string;
}

type Handler = ProbeHandler & LifecycleHandler;

const checkProbe = fieldChecker(Probe);
const checkExec = fieldChecker(ExecAction);
const checkHttpGet = fieldChecker(HTTPGetAction);
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** Checks the hooks of a container. */
export function validateLifecycle(
  lifecycle: Lifecycle | undefined,
  path: FieldPath,
  rules: HandlerRules,
): FieldError[] {
  if (!lifecycle) return [];
  const { stopSignal } = lifecycle;
  const errors = (['postStart', 'preStop'] as const).flatMap((name) => {
    const handler = lifecycle[name];
    return handler ? validateHandler(handler, path.child(name), rules) : [];
  });
  if (stopSignal !== undefined) errors.push(...validateStopSignal(stopSignal, path.child('stopSignal'), rules));
  return errors;
}

function validateStopSignal(signal: string, path: FieldPath, { os = '' }: HandlerRules): FieldError[] {
  if (os === '') return [forbidden(path, 'may not be set for containers with empty `spec.os.name`')];
  const signals: readonly string[] | undefined = os === 'linux' || os === 'windows' ? STOP_SIGNALS[os] : undefined;
  return !signals || signals.includes(signal) ? [] : [notSupported(path, signal, signals)];
}

/** Checks the three probes of a container. */
export function validateProbes(
  container: { livenessProbe?: Probe; readinessProbe?: Probe; startupProbe?: Probe },
  path: FieldPath,
  rules: HandlerRules,
): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  return [
    ...validateLivenessProbe(livenessProbe, path.child('livenessProbe'), rules),
    ...validateReadinessProbe(readinessProbe, path.child('readinessProbe'), rules),
    ...validateLivenessProbe(startupProbe, path.child('startupProbe'), rules),
  ];
}

/** Startup probes follow the same rules. */
function validateLivenessProbe(probe: Probe | undefined, path: FieldPath, rules: HandlerRules): FieldError[] {
  if (!probe) return [];
  const errors = validateProbe(probe, path, rules);
  const threshold = probe.successThreshold ?? 0;
  if (threshold !== 1) errors.push(invalid(path.child('successThreshold'), threshold, 'must be 1'));
  return errors;
}

function validateReadinessProbe(probe: Probe | undefined, path: FieldPath, rules: HandlerRules): FieldError[] {
  if (!probe) return [];
  const errors = validateProbe(probe, path, rules);
  const grace = probe.terminationGracePeriodSeconds;
  if (grace !== undefined) {
    errors.push(invalid(path.child('terminationGracePeriodSeconds'), grace, 'must not be set for readinessProbes'));
  }
  return errors;
}

const TIMES = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
  'terminationGracePeriodSeconds',
] as const;

function validateProbe(probe: Probe, path: FieldPath, rules: HandlerRules): FieldError[] {
  return [...validateHandler(probe, path, rules), ...checkProbe(probe, path, ...TIMES)];
}

function validateHandler(handler: Handler, path: FieldPath, rules: HandlerRules): FieldError[] {
  const present = HANDLERS.filter((name) => handler[name]);
  if (present.length === 0) return [required(path, 'must specify a handler type')];
  const [first, ...others] = present;
  return [
    ...ACTIONS[first](handler, path.child(first), rules),
    ...others.map((name) => forbidden(path.child(name), 'may not specify more than 1 handler type')),
  ];
}

type ActionRule = (handler: Handler, path: FieldPath, rules: HandlerRules) => FieldError[];

/** The rule for each member of a handler; called only where the member is set. */
const ACTIONS: Readonly<Record<(typeof HANDLERS)[number], ActionRule>> = {
  exec: ({ exec }, path) => checkExec(exec, path),
  httpGet: ({ httpGet }, path) => validateHttpGet(httpGet!, path),
  tcpSocket: ({ tcpSocket }, path) => checkPort(tcpSocket!.port, path.child('port')),
  grpc: ({ grpc }, path) => validateGrpc(grpc!, path),
  sleep: ({ sleep }, path, rules) => validateSleep(sleep!.seconds, path, rules),
};

function validateHttpGet(action: HTTPGetAction, path: FieldPath): FieldError[] {
  return [
    ...checkHttpGet(action, path, 'path'),
    ...checkPort(action.port, path.child('port')),
    ...checkHttpGet(action, path, 'scheme'),
    ...(action.httpHeaders ?? []).flatMap((h) => check(h.name, path.child('httpHeaders'), isHttpHeaderName)),
  ];
}

function validateGrpc(action: GRPCAction, path: FieldPath): FieldError[] {
  return checkPort(action.port, path.child('port'));
}

function validateSleep(seconds: number, path: FieldPath, rules: HandlerRules): FieldError[] {
  const grace = rules.gracePeriod;
  if (grace === undefined) return [];
  if (rules.isEnabled('PodLifecycleSleepActionAllowZero')) {
    if (seconds >= 0 && seconds <= grace) return [];
    const text = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    return [invalid(path, seconds, text)];
  }
  if (seconds > 0 && seconds <= grace) return [];
  const hint = 'Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.';
  const text = `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). ${hint}`;
  return [invalid(path, seconds, text)];
}
