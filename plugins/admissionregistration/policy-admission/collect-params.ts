import { type ApiObject, LabelMatcher, type LabelSelector } from '../../../src/plugin-api/index.js';
import { type MaybePromise, parseApiVersion } from '../../../src/plugin-api/built-in.js';
import type { ParamKind, ParamRef } from '../policy/policy.v1.js';
import type { ParamKinds } from './param-kinds.js';
import type { ParamObjects } from './param-objects.js';

/** The parameter that a policy is evaluated with; undefined where it has none. */
export type Param = ApiObject | undefined;

/** A policy or binding that cannot be applied to a request; the message is in the reference's words. */
export class PolicyConfigurationError extends Error {
  override readonly name = 'PolicyConfigurationError';
}

/** Where the parameters of a policy come from, for requests in a namespace. */
export interface ParamPlace {
  readonly paramKind: ParamKind | undefined;
  readonly paramRef: ParamRef | undefined;
  /** Of the request; empty for cluster-scoped objects. */
  readonly namespace: string;
}

const WITHOUT_PARAMS: readonly Param[] = [undefined];
/** Milliseconds that a request waits for objects that are still being read (upstream: CollectParams). */
const SYNC_TIMEOUT = 1000;

/**
 * Finds the objects of a policy's kind of parameters; undefined where it has none. Throws, or rejects, for a kind that is
 * not served.
 */
export function paramObjectsOf(
  kinds: ParamKinds,
  paramKind: ParamKind | undefined,
): MaybePromise<ParamObjects | undefined> {
  if (!paramKind) return undefined;
  const objects = kinds.of(paramKind);
  return objects instanceof Promise
    ? objects.then(
        (found) => found ?? refuseKind(paramKind),
        (error: Error) => refuseKind(paramKind, error),
      )
    : (objects ?? refuseKind(paramKind));
}

function refuseKind({ apiVersion = '', kind = '' }: ParamKind, cause?: Error): never {
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion };
  throw new PolicyConfigurationError(
    `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`,
    { cause },
  );
}

/**
 * Finds the parameters with which a policy is evaluated, in order of their names: one that is undefined where it has none,
 * an empty list if there are none and that is allowed (upstream: CollectParams). Throws PolicyConfigurationError.
 */
export function collectParams(objects: ParamObjects | undefined, place: ParamPlace): MaybePromise<readonly Param[]> {
  const { paramKind, paramRef } = place;
  if (!objects || !paramKind || !paramRef) return WITHOUT_PARAMS;
  return referredParams(objects, paramRef, place);
}

async function referredParams(objects: ParamObjects, ref: ParamRef, place: ParamPlace): Promise<readonly Param[]> {
  const namespace = namespaceOf(objects, ref, place.namespace);
  await synced(objects, place.paramKind!);
  const params = ref.name
    ? await named(objects, namespace, ref.name)
    : await selected(objects, namespace, ref.selector);
  if (params.length > 0 || ref.parameterNotFoundAction !== 'Deny') return params;
  throw new PolicyConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
}

function namespaceOf({ isNamespaced }: ParamObjects, { namespace = '' }: ParamRef, ofRequest: string): string {
  if (!isNamespaced && namespace === '') return '';
  if (!isNamespaced)
    throw new PolicyConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  const found = namespace === '' ? ofRequest : namespace;
  if (found !== '') return found;
  throw new PolicyConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  );
}

async function synced(objects: ParamObjects, { apiVersion = '', kind = '' }: ParamKind): Promise<void> {
  const ready = objects.ready();
  if (!ready) return;
  const deadline = AbortSignal.timeout(SYNC_TIMEOUT);
  const late = new Promise<'late'>((resolve) => {
    deadline.addEventListener('abort', () => resolve('late'), { once: true });
  });
  if ((await Promise.race([ready, late])) !== 'late') return;
  const shown = `&ParamKind{APIVersion:${apiVersion},Kind:${kind},}`;
  throw new PolicyConfigurationError(`paramKind kind \`${shown}\` not yet synced to use for admission`);
}

async function named(objects: ParamObjects, namespace: string, name: string): Promise<readonly ApiObject[]> {
  const found = objects.find(namespace, name);
  return found ? [await found] : [];
}

function selected(
  objects: ParamObjects,
  namespace: string,
  selector: LabelSelector | undefined,
): Promise<readonly ApiObject[]> {
  if (!selector) throw new PolicyConfigurationError('one of name or selector must be provided');
  return objects.select(namespace, LabelMatcher.fromObject(selector));
}
