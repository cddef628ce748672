import { FeatureGates, type PluginFeatureGates } from '../../options/index.js';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { KindDefinition, KindVersion } from '../../registry/index.js';
import { declaredSubresources } from './declared-subresources.js';
import { kindLabel } from '../mistakes/index.js';

/** Finds feature gates that kinds and versions of a plugin name, and that neither the server nor the plugin has. */
export function checkGates(
  plugin: string,
  { kinds, versionsOf = [], featureGates = {} }: Pick<ApiGroupDeclaration, 'kinds' | 'versionsOf' | 'featureGates'>,
): string[] {
  const added = versionsOf.flatMap(({ of, versions }) =>
    versions.flatMap((version) => checkGate(`${plugin}: ${of.resource}/${version.name}`, version, featureGates)),
  );
  const ofKinds = kinds.flatMap((kind) => checkKindGates(`${plugin}: ${kindLabel(kind)}`, kind, featureGates));
  return [...ofKinds, ...added];
}

/** Checks the gates of one kind. */
export function checkKindGates(where: string, kind: KindDefinition<never>, own: PluginFeatureGates = {}): string[] {
  const subresources = [kind, ...kind.versions].flatMap(declaredSubresources);
  return [...kind.versions, ...subresources].flatMap((gated) => checkGate(`${where}/${gated.name}`, gated, own));
}

function checkGate(
  where: string,
  { featureGate }: Pick<KindVersion, 'featureGate'>,
  own: PluginFeatureGates,
): string[] {
  if (featureGate === undefined || FeatureGates.isKnown(featureGate) || Object.hasOwn(own, featureGate)) return [];
  return [`${where}: there is no feature gate "${featureGate}"; declare it in featureGates, or remove it`];
}
