import type { ApiObject, MaybePromise } from '../apimachinery/index.js';
import type { AdmissionAttributes, AdmissionOperation, AdmittedResource } from './admission-attributes.js';

/**
 * True if a plugin has changed an object. False: it has not. An object takes the place of the one of the attributes; it
 * may be in any version of its kind, and the chain converts it. Anything else counts as a change in place, after which
 * the object is normalized again.
 *
 * @public
 * @example
 * const result: AdmitResult = { ...object, metadata: { ...object.metadata, labels: { pier: 'north' } } };
 */
export type AdmitResult = boolean | void | ApiObject;

/**
 * A port for what may change or refuse a write after authorization. Instantiated once, by Nest.
 *
 * @public
 * @example
 * class OpenHours extends AdmissionPlugin {
 *   readonly name = 'OpenHours';
 *   handles(operation: AdmissionOperation) { return operation === 'CREATE'; }
 *   override validate({ name }: AdmissionAttributes) { if (name === 'closed') throw badRequest('closed'); }
 * }
 */
export abstract class AdmissionPlugin {
  /** Name by which `--enable-admission-plugins` and `--disable-admission-plugins` know it. */
  abstract readonly name: string;
  /** False: runs only when `--enable-admission-plugins` names it. */
  readonly isOnByDefault?: boolean;
  /** True: part of what its kinds mean, so it cannot be disabled. */
  readonly isMandatory?: boolean;
  /**
   * Takes its parsed part of `--admission-control-config-file`; undefined if there is no such part. Called once before
   * requests, if it is on. Throws, or rejects with, an Error in plain words for what is wrong, which ends the start. The
   * server waits for a promise before it serves; a plugin installed later has to wait for its own. Without this method
   * a configuration is refused.
   */
  configure?(configuration: unknown): MaybePromise<void>;
  /**
   * `IfNeeded`: `admit` is called once more, after all others, when a plugin behind this one has changed the object. `Never`
   * where it is unset. There is one such round, whatever it changes.
   */
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
  /**
   * True: `admit` of every plugin is called once more, its own included, when it has changed the object. For plugins that
   * apply rules of users, which may undo what other plugins have ensured.
   */
  readonly reinvokesAll?: boolean;
  /**
   * Reports whether it has anything to do with an operation on a resource, in every version the same request can name.
   * Asked once for each pair, and again when plugins or served resources change: the answer must not depend on anything
   * else. Without it, neither `admit` nor `validate` is called.
   */
  abstract handles(operation: AdmissionOperation, resource: AdmittedResource): boolean;
  /**
   * Mutates the object, or returns false without a change; runs before validation. Rejects by throwing a StatusError.
   * Should stop waiting when `attributes.signal` aborts: later plugins are not called then, and nothing is stored.
   */
  admit?(attributes: AdmissionAttributes): MaybePromise<AdmitResult>;
  /** Checks the final object, after validation. Refuses by throwing a StatusError. */
  validate?(attributes: AdmissionAttributes): void | Promise<void>;
}
