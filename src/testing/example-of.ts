import { type ApiObject, type ApiClass } from '../plugin-api/index.js';
import { declaredExamples } from '../client/index.js';

/**
 * Returns a copy of the first example that a plugin declares for the version of a class, under another name: an object that all
 * rules of its kind accept. One with a name alone where the version has no example. Throws TypeError for a class of no plugin.
 */
export function exampleOf<T extends ApiObject>(type: ApiClass<T>, name: string): T {
  const [example] = declaredExamples(type);
  const { metadata, ...rest } = structuredClone<Partial<ApiObject>>(example ?? {});
  return { ...rest, metadata: { ...metadata, name } } as T;
}
