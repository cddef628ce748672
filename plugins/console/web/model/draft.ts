import type { ApiObject } from '../api/objects.js';
import { yamlOf } from './yaml-diff.js';

const OF_ONE_LIFE = ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'generation', 'selfLink'];

let draft: string | undefined;

/** Keeps the text of an object that is to be created from a former state, for the view that does it. */
export function keepDraft(object: ApiObject, hasStatus: boolean): void {
  draft = yamlOf(withoutFormerLife(object, hasStatus));
}

/** Gives the text away, once. */
export function takeDraft(): string | undefined {
  const text = draft;
  draft = undefined;
  return text;
}

/** The object without what belongs to one life of it, and without a status that its creator does not write. */
export function withoutFormerLife(object: ApiObject, hasStatus: boolean): ApiObject {
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([name]) => !OF_ONE_LIFE.includes(name)));
  const members = Object.entries(object).filter(([name]) => name !== 'metadata' && !(hasStatus && name === 'status'));
  const [apiVersion, kind, ...rest] = members;
  return Object.fromEntries([apiVersion, kind, ['metadata', metadata], ...rest]) as ApiObject;
}
