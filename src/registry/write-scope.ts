import type { AdmissionAttributes, AdmissionOperation } from '../admission/index.js';
import { type ApiObject, type FieldError, type StatusError, invalidObject } from '../apimachinery/index.js';
import type { KindFacts } from './resolved-kind.js';
import type { StoreContext } from './store-context.js';
import type { StoreParts, Written } from './store-parts.js';
import type { SideEffect, StrategyContext } from './strategy.js';

/** What strategies may know of a request. */
export function strategyContextOf<T extends ApiObject>(
  { isEnabled }: StoreParts<T>,
  context: StoreContext,
): StrategyContext {
  return {
    user: context.user,
    namespace: context.namespace,
    subresource: context.subresource ?? '',
    dryRun: context.dryRun ?? false,
    warn: context.warn,
    isEnabled,
  };
}

/** The objects admission is told of. */
export interface AdmittedObjects<T> {
  readonly name: string;
  readonly object?: T;
  readonly oldObject?: T;
}

/** What admission is told of a write. */
export function admissionAttributesOf<T extends ApiObject>(
  { kind }: StoreParts<T>,
  context: StoreContext,
  operation: AdmissionOperation,
  objects: AdmittedObjects<T>,
): AdmissionAttributes {
  return {
    operation,
    kind: kind.kind,
    resource: kind.groupResource,
    version: kind.versionOf(context.version).name,
    subresource: context.subresource ?? '',
    namespace: context.namespace,
    requestName: context.requestName ?? '',
    user: context.user,
    dryRun: context.dryRun ?? false,
    warn: context.warn ?? nothing,
    ...objects,
  };
}

/** Stands in for what tells a client something, where there is none. */
export const nothing = (): void => {};

/** Passes texts on to the client, if there are any and there is one. */
export function warnAll({ warn }: StoreContext, texts: readonly string[] | undefined): void {
  for (const text of texts ?? []) warn?.(text);
}

/** 422 with every fault of an object. */
export function invalidStored(kind: KindFacts, object: ApiObject, errors: readonly FieldError[]): StatusError {
  const { group } = kind.groupResource;
  return invalidObject({ group, kind: kind.kind }, object.metadata.name ?? '', [...errors]);
}

/** Writes, and confirms or undoes what was taken hold of outside the object. */
export async function settle(
  effect: SideEffect | undefined,
  context: StoreContext,
  write: () => Promise<Written>,
): Promise<Written> {
  if (!effect) return write();
  try {
    const written = await write();
    await (context.dryRun ? effect.revert() : effect.commit());
    return written;
  } catch (error) {
    await effect.revert();
    throw error;
  }
}
