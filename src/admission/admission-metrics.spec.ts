import { MetricsRegistry } from '../observability/index.js';
import { RequestObservers } from '../request/index.js';
import type { ObjectShape } from '../schema/index.js';
import { AdmissionChain } from './admission-chain.js';
import { AdmissionMetrics } from './admission-metrics.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import type { WriteAttributes } from './write-attributes.js';

const CREATE = { operation: 'CREATE', resource: {}, subresource: '' } as WriteAttributes;
const SHAPE = {} as ObjectShape;

function pluginOf(name: string, methods: Partial<AdmissionPlugin>): AdmissionPlugin {
  return { name, handles: (operation) => operation === 'CREATE', ...methods };
}

function refuse(): never {
  throw new Error('refused');
}

describe('AdmissionChain', () => {
  let registry: MetricsRegistry;
  let chain: AdmissionChain;

  beforeEach(() => {
    registry = new MetricsRegistry({ isWithoutProcess: true });
    const observers = new RequestObservers(() => {});
    observers.add(new AdmissionMetrics(registry));
    chain = new AdmissionChain(observers);
  });

  /** How often each combination of labels was seen. */
  async function counts(): Promise<string[]> {
    const found = (await registry.expose()).matchAll(
      /^apiserver_admission_(\w+?)_admission_duration_seconds_count(\{.*\} \d+)$/gm,
    );
    return [...found].map(([, what, labels]) => what + labels).sort();
  }

  it('times what changes and what refuses, plugin by plugin and as a whole', async () => {
    chain.use([
      pluginOf('Both', { admit: () => false, validate: () => undefined }),
      pluginOf('Looks', { validate: () => Promise.resolve() }),
      pluginOf('Elsewhere', { handles: () => false, admit: refuse, validate: refuse }),
    ]);
    await chain.mutate(CREATE, SHAPE);
    await chain.validate(CREATE);
    await chain.validate(CREATE);
    expect(await counts()).toEqual([
      'controller{name="Both",operation="CREATE",rejected="false",type="admit"} 1',
      'controller{name="Both",operation="CREATE",rejected="false",type="validate"} 2',
      'controller{name="Looks",operation="CREATE",rejected="false",type="validate"} 2',
      'step{operation="CREATE",rejected="false",type="admit"} 1',
      'step{operation="CREATE",rejected="false",type="validate"} 2',
    ]);
  });

  it('notes who refused, and asks nobody after that', async () => {
    chain.use([
      pluginOf('First', { admit: () => false, validate: () => undefined }),
      pluginOf('Refuses', { admit: refuse, validate: () => Promise.reject(new Error('refused')) }),
      pluginOf('Later', { admit: () => false, validate: () => undefined }),
    ]);
    await expect(chain.mutate(CREATE, SHAPE)).rejects.toThrow('refused');
    await expect(chain.validate(CREATE)).rejects.toThrow('refused');
    const seen = (await counts()).filter((line) => line.includes('rejected="true"') || line.includes('Later'));
    expect(seen).toEqual([
      'controller{name="Refuses",operation="CREATE",rejected="true",type="admit"} 1',
      'controller{name="Refuses",operation="CREATE",rejected="true",type="validate"} 1',
      'step{operation="CREATE",rejected="true",type="admit"} 1',
      'step{operation="CREATE",rejected="true",type="validate"} 1',
    ]);
  });

  it('has quantiles of the time of a step, with its number and sum', async () => {
    chain.use([pluginOf('Looks', { validate: () => undefined })]);
    await chain.validate(CREATE);
    const labels = 'operation="CREATE",rejected="false",type="validate"';
    const text = await registry.expose();
    const name = 'apiserver_admission_step_admission_duration_seconds_summary';
    expect(text).toContain(`# TYPE ${name} summary`);
    expect(text).toContain(`${name}_count{${labels}} 1\n`);
    for (const quantile of ['0.5', '0.9', '0.99']) {
      expect(text).toMatch(new RegExp(`^${name}\\{${labels},quantile="${quantile}"\\} [0-9.e-]+$`, 'm'));
    }
  });

  it('has the buckets of the reference', async () => {
    chain.use([pluginOf('Looks', { validate: () => undefined })]);
    await chain.validate(CREATE);
    const text = await registry.expose();
    for (const what of ['step', 'controller']) {
      const lines = text.matchAll(new RegExp(`^apiserver_admission_${what}_\\w+_seconds_bucket.*le="([^"]+)"`, 'gm'));
      expect([...lines].map(([, bound]) => bound)).toEqual(['0.005', '0.025', '0.1', '0.5', '1', '2.5', '+Inf']);
    }
  });
});
