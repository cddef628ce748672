import type { AdmissionAttributes, AdmissionOperation } from './admission-attributes.js';

/**
 * Whether a plugin may have changed an object. False: it certainly has not. A plugin that does not say so counts as one
 * that has, and the object is brought into its proper form again.
 */
export type MayHaveChanged = boolean | void;

/** A port for what may change or refuse a write after authorization. Instantiated once, by Nest. */
export abstract class AdmissionPlugin {
  /** Name by which `--enable-admission-plugins` and `--disable-admission-plugins` know it. */
  abstract readonly name: string;
  /** False: runs only when `--enable-admission-plugins` names it. */
  readonly isOnByDefault?: boolean;
  /** True: part of what its kinds mean, so it cannot be disabled. */
  readonly isMandatory?: boolean;
  /**
   * Takes what `--admission-control-config-file` says of it, parsed; undefined where that says nothing. Called once before
   * requests, if it is on. Throws an Error in plain words for what is wrong, which ends the start. Without this method a
   * configuration is refused.
   */
  configure?(configuration: unknown): void;
  /** Whether it has anything to do with a kind of request. Asked for every write: cheap. */
  abstract handles(operation: AdmissionOperation): boolean;
  /** Changes the object, or leaves it and answers false; runs before validation. Refuses by throwing a StatusError. */
  admit?(attributes: AdmissionAttributes): MayHaveChanged | Promise<MayHaveChanged>;
  /** Looks at the final object; runs after validation. Refuses by throwing a StatusError. */
  validate?(attributes: AdmissionAttributes): void | Promise<void>;
}
