import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeatureGates } from '../../src/options/index.js';
import { ApiServerOptions, isInRelease } from '../../src/plugin-api/built-in.js';
import { MANDATORY_SCHEMAS } from '../../plugins/flowcontrol/bootstrap/mandatory.js';
import { SUGGESTED_SCHEMAS, SUGGESTED_SPANS } from '../../plugins/flowcontrol/bootstrap/suggested.js';
import { bootstrapObjects } from '../../plugins/rbac/bootstrap/bootstrap-objects.js';

/** Facts of releases, recorded from their servers, where they lie beside the checkout. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'releases');

/** A role whose recorded server, unlike the sources of that release, does not have it. */
const UNRECORDED = 'system:controller:service-ca-cert-publisher';

interface RecordedObject {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Record<string, string>;
  readonly rules?: object[] | null;
  readonly [member: string]: unknown;
}

const readFacts = <T>(release: string, file: string): T =>
  JSON.parse(readFileSync(join(FOLDER, release, file), 'utf8')) as T;

function optionsAt(release: string): ApiServerOptions {
  const options = new ApiServerOptions();
  options.api.emulatedRelease = release;
  return options;
}

/** Objects by namespace and name. */
function byName(objects: readonly RecordedObject[]): Record<string, unknown> {
  const entries = objects.map(({ rules, ...rest }) => {
    const { name, namespace = '' } = rest;
    return [`${namespace}/${name}`, { ...rest, rules: rules ?? undefined }] as const;
  });
  return Object.fromEntries(entries);
}

const flat = ({ metadata, ...rest }: object & { metadata: object }): RecordedObject => {
  const { annotations: _, ...names } = metadata as { annotations?: object; name: string };
  return { ...names, ...rest };
};

const releases = ['1.32', '1.33', '1.34', '1.35', '1.36'];
(existsSync(FOLDER) ? describe : describe.skip).each(releases)('release %s', (release) => {
  it('has the feature gates of its server', () => {
    const recorded = readFacts<{ name: string; stage: string; on: boolean }[]>(release, 'gates.json');
    const states = FeatureGates.of({}, { release }).states();
    const shown = states.map(({ name, stage, isEnabled }) => `${name} ${stage.toUpperCase()} ${isEnabled}`);
    expect(shown.sort()).toEqual(recorded.map(({ name, stage, on }) => `${name} ${stage} ${on}`).sort());
  });

  it('has the suggested flow schemas of its server', () => {
    const recorded = readFacts<{ flowschemas: { name: string; spec: object }[] }>(release, 'flowcontrol.json');
    const state = optionsAt(release).releaseState;
    const suggested = [...SUGGESTED_SCHEMAS].filter(([name]) => isInRelease(SUGGESTED_SPANS[name] ?? {}, state));
    const schemas = Object.fromEntries([...MANDATORY_SCHEMAS, ...suggested]);
    expect(schemas).toEqual(Object.fromEntries(recorded.flowschemas.map(({ name, spec }) => [name, spec])));
  });

  it('has the roles and bindings of its server', () => {
    const recorded = readFacts<Record<string, RecordedObject[]>>(release, 'rbac.json');
    for (const [member, objects] of Object.entries(bootstrapObjects(optionsAt(release).releaseState))) {
      const made = (objects as (object & { metadata: object })[]).map(flat).filter(({ name }) => name !== UNRECORDED);
      expect(byName(made)).toEqual(byName(recorded[member.toLowerCase()]));
    }
  });
});
