import { isDeepEqual, keepObject, systemContext, type ApiObject, type Stores } from '../../../src/plugin-api/index.js';
import { isInRelease, type ReleaseState } from '../../../src/plugin-api/built-in.js';
import { MANDATORY_LEVELS, MANDATORY_SCHEMAS } from './mandatory.js';
import { SUGGESTED_LEVELS, SUGGESTED_SCHEMAS, SUGGESTED_SPANS } from './suggested.js';

/** The group of both kinds. */
export const GROUP = 'flowcontrol.apiserver.k8s.io';

/**
 * True if the server keeps an object as it is meant to be; administrators take that off (upstream:
 * AutoUpdateAnnotationKey).
 */
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';
/** The field manager of the maintained objects, as in the reference. */
const PRODUCER = 'api-priority-and-fairness-config-producer-v1';

/** A kind of which the server keeps objects. */
export interface KeptKind {
  readonly kind: string;
  readonly resource: string;
  readonly mandatory: ReadonlyMap<string, object>;
  readonly suggested: ReadonlyMap<string, object>;
}

/** Both kinds; levels come first, since schemas name them. */
export const KEPT_KINDS: readonly KeptKind[] = [
  {
    kind: 'PriorityLevelConfiguration',
    resource: 'prioritylevelconfigurations',
    mandatory: MANDATORY_LEVELS,
    suggested: SUGGESTED_LEVELS,
  },
  { kind: 'FlowSchema', resource: 'flowschemas', mandatory: MANDATORY_SCHEMAS, suggested: SUGGESTED_SCHEMAS },
];

/** Where objects are kept, and the release whose objects they are. */
export interface Keeper {
  readonly stores: Stores;
  readonly state: ReleaseState;
}

interface SpecObject extends ApiObject {
  spec?: object;
}

/**
 * Creates one of the objects a cluster begins with where it is missing, and restores it to what it is meant to be:
 * always where it is mandatory, otherwise as long as it was not taken over.
 */
export async function keepBootstrapObject({ stores, state }: Keeper, kept: KeptKind, name: string): Promise<void> {
  const fixed = kept.mandatory.get(name);
  const spec = fixed ?? suggestedSpec(kept, name, state);
  if (!spec) return;
  const store = stores.of<SpecObject>(GROUP, kept.resource);
  const context = systemContext('', { fieldManager: PRODUCER });
  await keepObject(store, { context, name }, (current) => {
    if (!current) return newObject(kept.kind, name, spec);
    const isOurs = fixed !== undefined || isKept(current);
    if (!isOurs) return undefined;
    const meant = name === 'exempt' && kept.kind !== 'FlowSchema' ? { ...current.spec, type: 'Exempt' } : spec;
    return isDeepEqual(current.spec, meant) ? undefined : { ...current, spec: structuredClone(meant) };
  });
}

function suggestedSpec({ suggested }: KeptKind, name: string, state: ReleaseState): object | undefined {
  const spec = suggested.get(name);
  return spec && isInRelease(SUGGESTED_SPANS[name] ?? {}, state) ? spec : undefined;
}

function newObject(kind: string, name: string, spec: object): SpecObject {
  const metadata = { name, annotations: { [AUTO_UPDATE]: 'true' } };
  return { kind, apiVersion: `${GROUP}/v1`, metadata, spec: structuredClone(spec) };
}

/** Without the annotation, an object belongs to the server as long as it is unchanged. */
function isKept({ metadata: { annotations, generation } }: ApiObject): boolean {
  const said = annotations?.[AUTO_UPDATE];
  return said === undefined ? generation === 1 : said === 'true';
}
