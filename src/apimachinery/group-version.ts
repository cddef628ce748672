/** An API group and one of its versions; the core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Names the schema of one kind in one version.
 *
 * @public
 * @example
 * const gvk: GroupVersionKind = { group: 'harbor.example.com', version: 'v1', kind: 'Berth' };
 */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/**
 * Names a collection in one version by its path segment (`pods`).
 *
 * @public
 * @example
 * const gvr: GroupVersionResource = { group: 'harbor.example.com', version: 'v1', resource: 'berths' };
 */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/**
 * A collection without its version, as used by errors and access rules.
 *
 * @public
 * @example
 * const berths: GroupResource = { group: 'harbor.example.com', resource: 'berths' };
 */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** Writes a group and version as `apiVersion` does: `v1`, `apps/v1`. */
export function formatApiVersion(gv: GroupVersion): string {
  return gv.group === '' ? gv.version : `${gv.group}/${gv.version}`;
}

/**
 * Reads an `apiVersion`; undefined when it has more than one slash.
 *
 * @internal
 * @example
 * const group = parseApiVersion('harbor.example.com/v1')?.group;
 */
export function parseApiVersion(text: string): GroupVersion | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return { group: '', version: text };
  if (text.indexOf('/', slash + 1) >= 0) return undefined;
  return { group: text.slice(0, slash), version: text.slice(slash + 1) };
}

/** Writes a collection as errors name it: `pods`, `deployments.apps`. */
export function formatGroupResource(gr: GroupResource): string {
  return gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`;
}

/** Writes a kind as validation errors name it: `Pod`, `Deployment.apps`. */
export function formatGroupKind(gk: { group: string; kind: string }): string {
  return gk.group === '' ? gk.kind : `${gk.kind}.${gk.group}`;
}

/**
 * Compares two versions by stability and then by number, the better one first (v2, v1, v1beta2, v1alpha1, others by name).
 *
 * @internal
 * @example
 * const versions = ['v1beta1', 'v1'].sort(compareVersionPriority);
 */
export function compareVersionPriority(a: string, b: string): number {
  const left = rankVersion(a);
  const right = rankVersion(b);
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return right[i] - left[i];
  return 0;
}

function rankVersion(version: string): number[] | undefined {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version);
  if (!match) return undefined;
  const stability = match[2] === 'alpha' ? 0 : match[2] === 'beta' ? 1 : 2;
  return [stability, Number(match[1]), Number(match[3] ?? 0)];
}
