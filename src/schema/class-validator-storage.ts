import type { MetadataStorage } from 'class-validator';

/**
 * Returns the rules that class-validator's decorators have recorded, or undefined while no class uses any: the package
 * is only loaded by plugins that declare rules with it, because loading it costs start-up time.
 */
export function classValidatorStorage(): MetadataStorage | undefined {
  // The package keeps its storage under this name on the global object, so that several copies of it share one.
  return (globalThis as { classValidatorMetadataStorage?: MetadataStorage }).classValidatorMetadataStorage;
}
