import { type DefaultedDefinitionSpec, defaultDefinitionSpec } from './custom-resource-definition.defaults.js';

interface Version {
  name: string;
  served: boolean;
  storage: boolean;
}

interface FormerSpec extends DefaultedDefinitionSpec {
  scope?: string;
  version?: string;
  versions?: Version[] | null;
  conversion?: { strategy: string; conversionReviewVersions?: string[] | null };
  preserveUnknownFields?: boolean;
}

/** Fills in what a definition of v1beta1 does not say. */
export function defaultFormerDefinitionSpec(spec: FormerSpec): void {
  spec.scope ||= 'Namespaced';
  defaultVersions(spec);
  defaultDefinitionSpec(spec);
  const { conversion } = spec;
  if (conversion?.strategy === 'Webhook' && !conversion.conversionReviewVersions?.length) {
    conversion.conversionReviewVersions = ['v1beta1'];
  }
  spec.preserveUnknownFields ??= true;
}

/** One version alone and a list of them stand for each other. */
function defaultVersions(spec: FormerSpec): void {
  const [first] = spec.versions ?? [];
  if (first) spec.version ||= first.name;
  else if (spec.version) spec.versions = [{ name: spec.version, served: true, storage: true }];
}
