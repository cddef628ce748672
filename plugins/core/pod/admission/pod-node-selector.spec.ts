import { WriteAttributes } from '../../../../src/admission/index.js';
import type { ApiObject, Stores } from '../../../../src/plugin-api/index.js';
import { PodNodeSelectorAdmission } from './pod-node-selector.admission.js';

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

function storesWith(annotation: string | undefined): Stores {
  const annotations = annotation === undefined ? undefined : { [ANNOTATION]: annotation };
  const store = { find: () => Promise.resolve({ metadata: { name: 'n', annotations } }) };
  return { of: () => store } as unknown as Stores;
}

interface Case {
  readonly annotation?: string;
  readonly configuration?: Record<string, string>;
  readonly nodeSelector?: Record<string, string>;
}

async function admit({ annotation, configuration, nodeSelector }: Case): Promise<unknown> {
  const plugin = new PodNodeSelectorAdmission(storesWith(annotation));
  plugin.configure(configuration && { podNodeSelectorPluginConfig: configuration });
  const object = { metadata: { name: 'x' }, spec: { containers: [], nodeSelector } } as ApiObject;
  const attributes = new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'x',
    user: { name: 'alice', groups: [] },
    object,
  });
  try {
    await plugin.admit(attributes);
    await plugin.validate(attributes);
  } catch (error) {
    return (error as Error).message;
  }
  return (object as unknown as { spec: { nodeSelector?: unknown } }).spec.nodeSelector;
}

describe('PodNodeSelector', () => {
  const conflict = 'pods "x" is forbidden: pod node label selector conflicts with its namespace node label selector';
  const refused = 'pods "x" is forbidden: pod node label selector labels conflict with its namespace whitelist';

  it.each<[string, Case, unknown]>([
    ['nothing', { nodeSelector: { a: 'b' } }, { a: 'b' }],
    ['the annotation', { annotation: 'a=b, c=d', nodeSelector: { e: 'f' } }, { a: 'b', c: 'd', e: 'f' }],
    ['the default', { configuration: { clusterDefaultNodeSelector: 'a=b' } }, { a: 'b' }],
    ['an empty annotation', { annotation: '', configuration: { clusterDefaultNodeSelector: 'a=b' } }, undefined],
    ['another value', { annotation: 'a=b', nodeSelector: { a: 'c' } }, conflict],
    ['what is allowed', { configuration: { n: 'a=b,c=d' }, nodeSelector: { a: 'b' } }, { a: 'b' }],
    ['what is not allowed', { configuration: { n: 'a=b' }, nodeSelector: { e: 'f' } }, refused],
    ['an invalid annotation', { annotation: 'a==b' }, 'invalid selector: a==b'],
    ['invalid labels', { annotation: 'a=b c' }, 'invalid selector: a=b c'],
  ])('minds %s', async (_title, one, outcome) => {
    expect(await admit(one)).toEqual(outcome);
  });

  it.each<[unknown, string]>([
    [[], 'is no mapping'],
    [{ selectors: {} }, 'selectors: is unknown'],
    [{ podNodeSelectorPluginConfig: 1 }, 'podNodeSelectorPluginConfig: is no mapping'],
    [{ podNodeSelectorPluginConfig: { n: 1 } }, 'podNodeSelectorPluginConfig.n: is no text'],
    [{ podNodeSelectorPluginConfig: { n: 'a' } }, 'invalid selector: a'],
  ])('refuses the configuration %j', (configuration, message) => {
    expect(() => new PodNodeSelectorAdmission(storesWith(undefined)).configure(configuration)).toThrow(message);
  });
});
