import {
  type ApiObject,
  type FieldError,
  StatusError,
  collectFieldErrors,
  formatFieldError,
} from '../../../apimachinery/index.js';
import {
  type ResolvedKind,
  type ResolvedVersion,
  type StrategyContext,
  checkNewMetadata,
  examplesOf,
  systemContext,
} from '../../../registry/index.js';
import { findMisfit } from '../../../schema/index.js';
import { failureText, messageOf } from './trial-conversion.js';
import { triedStrategy } from './tried-strategy.js';

/** Members that the server sets: an example is what a client sends. */
const SERVER_FIELDS = [
  'creationTimestamp',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];
const NAMESPACE = 'default';

/**
 * Returns the faults of the examples of a version, each with its field: members that the shape does not have or that the
 * server sets, and broken rules of the shape, the version and the kind. Strategies that Nest instantiates are not asked.
 */
export function exampleFaults(kind: ResolvedKind, version: ResolvedVersion): string[] {
  return examplesOf(version).flatMap((example, i) => {
    const place = `examples[${i}]`;
    if (typeof (example as Partial<ApiObject>).metadata !== 'object')
      return [`${place}: has no metadata; give it a name`];
    try {
      return faultsOf(kind, version, example).map((fault) => `${place}: ${fault}`);
    } catch (error) {
      return [`${place}: ${misfitText(version, example) ?? messageOf(error)}`];
    }
  });
}

/** The value that its field cannot have; the decoder's words are those of clients. */
function misfitText({ type: { published } }: ResolvedVersion, example: ApiObject): string | undefined {
  const misfit = 'layout' in published ? findMisfit(published.layout, example) : undefined;
  return misfit && `${misfit.path}: is ${misfit.found}; expected ${misfit.wanted}`;
}

function faultsOf(kind: ResolvedKind, version: ResolvedVersion, example: ApiObject): string[] {
  const faults = [...foreignNames(version, example), ...serverFields(version, example)];
  const { metadata } = example;
  const namespace = kind.isNamespaced ? NAMESPACE : undefined;
  const made = metadata.generateName === undefined ? undefined : `${metadata.generateName}00000`;
  const sent = structuredClone({ ...example, metadata: { namespace, name: made, ...metadata } });
  const onUnknown = (path: string): void => void faults.push(`${path}: there is no such field`);
  const object = version.type.decode(sent, { onUnknown }) as unknown as ApiObject;
  version.type.applyDefaults(object);
  const named = { ...object, apiVersion: version.apiVersion, kind: kind.kind };
  return [...faults, ...ruleErrors(kind, version, named).map(formatFieldError)];
}

function foreignNames({ apiVersion, gvk }: ResolvedVersion, example: ApiObject): string[] {
  const own = { apiVersion, kind: gvk.kind };
  const names = ['apiVersion', 'kind'] as const;
  return names.flatMap((name) => (example[name] === own[name] ? [] : [`${name}: is not ${own[name]}`]));
}

function serverFields({ hasStatus }: ResolvedVersion, example: ApiObject): string[] {
  const { metadata } = example;
  const set = SERVER_FIELDS.filter((name) => name in metadata).map((name) => `metadata.${name}`);
  const status = hasStatus && 'status' in example ? ['status'] : [];
  return [...set, ...status].map((path) => `${path}: is set by the server; leave it out`);
}

/** The errors of a create. A conversion that may have to wait for another server is not tried. */
function ruleErrors(kind: ResolvedKind, version: ResolvedVersion, example: ApiObject): FieldError[] {
  const working = kind.workingVersion(version.apiVersion);
  const metadata = checkNewMetadata(kind, example, version.apiVersion);
  const ofType = version === working ? [] : version.type.validate(example);
  const ofVersion = [...ofType, ...(naming('validate of the version', () => version.validate?.(example)) ?? [])];
  const object = kind.convertOne(example, version, working);
  if (object instanceof Promise) return [...metadata, ...ofVersion];
  const scope = scopeOf(kind, version);
  const strategy = triedStrategy(kind);
  naming('prepareForCreate of its strategy', () => strategy.prepareForCreate?.(object, scope));
  return collectFieldErrors(() => [
    ...metadata,
    ...working.type.validate(object),
    ...ofVersion,
    ...(naming('validate of its strategy', () => strategy.validate?.(object, scope)) ?? []),
  ]);
}

/** Calls a function of the plugin; what it throws, other than a refusal, gets its name and the place. */
function naming<T>(what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new Error(failureText(what, error), { cause: error });
  }
}

function scopeOf({ isNamespaced }: ResolvedKind, { apiVersion }: ResolvedVersion): StrategyContext {
  const { user } = systemContext();
  const namespace = isNamespaced ? NAMESPACE : '';
  return { user, namespace, subresource: '', dryRun: true, apiVersion, isEnabled: () => false };
}
