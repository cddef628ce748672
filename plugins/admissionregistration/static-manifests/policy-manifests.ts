import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { BindingDefinition, PolicyDefinition } from '../policy-admission/stored-policy.js';
import type { ManifestKind } from './manifest-kind.js';
import type { ManifestSet } from './read-manifests.js';
import type { ManifestsOfPlugin } from './static-manifests.js';
import { STATIC_SUFFIX } from './static-name.rules.js';

/** A kind of policies or bindings, and how it is validated. */
type ValidatedKind = Omit<ManifestKind, 'restrict'>;

/** Returns the manifests of a plugin for policies: these, and bindings of those among them. */
export function policyManifests(plugin: string, policies: ValidatedKind, bindings: ValidatedKind): ManifestsOfPlugin {
  return {
    plugin,
    kinds: [
      { ...policies, restrict: policyRestriction },
      { ...bindings, restrict: bindingRestriction },
    ],
    check: (set) => missingPolicy(set, policies.resource, bindings.resource),
  };
}

function policyRestriction({ spec }: PolicyDefinition): string | undefined {
  return spec?.paramKind ? 'spec.paramKind: is not supported in a manifest' : undefined;
}

function bindingRestriction({ spec }: BindingDefinition): string | undefined {
  if (!spec?.policyName?.endsWith(STATIC_SUFFIX)) return `spec.policyName: must end with "${STATIC_SUFFIX}"`;
  return spec.paramRef ? 'spec.paramRef: is not supported in a manifest' : undefined;
}

function missingPolicy(set: ManifestSet, policies: string, bindings: string): string | undefined {
  const names = new Set((set.get(policies) ?? []).map(({ metadata }) => metadata.name));
  const unbound = (set.get(bindings) ?? []).find((binding) => !names.has(policyNameOf(binding)));
  if (!unbound) return undefined;
  const [name, policy] = [unbound.metadata.name, policyNameOf(unbound)].map((text) => JSON.stringify(text));
  return `the binding ${name} is of the policy ${policy}, which no manifest of the directory has`;
}

function policyNameOf(binding: ApiObject): string | undefined {
  return (binding as BindingDefinition).spec?.policyName;
}
