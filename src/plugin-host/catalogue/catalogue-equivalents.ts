import type { AdmittedResources, EquivalentResource } from '../../admission/index.js';
import type { GroupVersionResource } from '../../apimachinery/index.js';
import type { Stop } from '../../registry/index.js';
import type { Catalogue } from './catalogue.js';

/** Finds in the catalogue where else the objects of a resource are served (upstream: EquivalentResourceRegistry). */
export class CatalogueEquivalents implements AdmittedResources {
  constructor(private readonly catalogue: Catalogue) {}

  equivalentsOf({ group, version, resource }: GroupVersionResource, subresource: string): EquivalentResource[] {
    const own = this.catalogue.resource(group, version, resource);
    if (!own) return [];
    const others = [...own.kind.versions.values()].filter((other) => other !== own.version);
    return others.flatMap(({ gvr, gvk }) => {
      const served = this.catalogue.resource(gvr.group, gvr.version, gvr.resource);
      if (served?.kind !== own.kind) return [];
      if (subresource === '') return [{ resource: gvr, kind: gvk }];
      const part = served.subresources.get(subresource);
      return part ? [{ resource: gvr, kind: part.gvk }] : [];
    });
  }

  onChange(listener: () => void): Stop {
    return this.catalogue.onChange(listener);
  }
}
