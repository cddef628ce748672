import type { ApiServerOptions } from '../../options/index.js';
import {
  type ResolvedKind,
  type ResolvedVersion,
  type SubresourceDefinition,
  existsIn,
  isIntroduced,
} from '../../registry/index.js';

/** Decides which versions and subresources of kinds are served: by the release, the feature gates and `--runtime-config`. */
export class VersionSelection {
  constructor(private readonly options: ApiServerOptions) {}

  /** Reports whether a version of a kind is served. */
  has(kind: ResolvedKind, version: ResolvedVersion): boolean {
    return existsIn(version, this.options.api.emulatedRelease) && this.isSwitchedOn(kind, version);
  }

  /** Reports whether a subresource is. */
  hasPart({ introduced, featureGate }: Pick<SubresourceDefinition, 'introduced' | 'featureGate'>): boolean {
    const { api, features } = this.options;
    if (!isIntroduced(introduced, api.emulatedRelease)) return false;
    return featureGate === undefined || features.enabled(featureGate);
  }

  private isSwitchedOn({ definition }: ResolvedKind, version: ResolvedVersion): boolean {
    const { features, runtimeConfig } = this.options;
    const { group, name, isOnByDefault, declaration } = version;
    if (declaration.featureGate !== undefined && !features.enabled(declaration.featureGate)) return false;
    return runtimeConfig.servesResource(definition.plural, { group, version: name, isOnByDefault });
  }
}
