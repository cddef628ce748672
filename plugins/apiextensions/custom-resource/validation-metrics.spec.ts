import { MetricsRegistry } from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { CustomResourceShape } from './custom-resource-shape.js';
import { ValidationMetrics } from './validation-metrics.js';

const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { size: { type: 'integer', maximum: 3, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
    },
  },
};

describe('ValidationMetrics', () => {
  let registry: MetricsRegistry;
  let shape: CustomResourceShape;

  beforeEach(async () => {
    await loadExpressionLanguage();
    registry = new MetricsRegistry({ isWithoutProcess: true });
    const metrics = new ValidationMetrics(registry);
    shape = new CustomResourceShape('Buoy', SCHEMA, {
      release: undefined,
      isOpen: false,
      selectableFields: [],
      metrics,
    });
  });

  const valueOf = async (series: string): Promise<number> => {
    const [, value] = new RegExp(`^${series} (.*)$`, 'm').exec(await registry.expose()) ?? [];
    return Number(value);
  };
  const counts = async (): Promise<number[]> => [
    await valueOf('apiserver_cel_compilation_duration_seconds_count'),
    await valueOf('apiserver_cel_evaluation_duration_seconds_count'),
    await valueOf('apiextensions_apiserver_validation_ratcheting_seconds_count'),
  ];

  it('shows zeros from the start, with the buckets of the reference', async () => {
    expect(await counts()).toEqual([0, 0, 0]);
    const limits = [...(await registry.expose()).matchAll(/ratcheting_seconds_bucket\{le="([^"]+)"/g)].map(
      ([, le]) => le,
    );
    expect(limits.slice(0, 3)).toEqual(['1e-05', '4e-05', '0.00016']);
    expect(limits).toHaveLength(11);
  });

  it('times the compilation of rules once, and each evaluation', async () => {
    for (let i = 0; i < 3; i++) expect(shape.validate({ spec: { size: 1 } })).toEqual([]);
    expect(await counts()).toEqual([1, 9, 0]);
  });

  it('times the comparisons of updates', async () => {
    const old = { spec: { size: 7 } };
    expect(shape.validate({ spec: { size: 7 } }, { old })).toEqual([]);
    expect(await counts()).toEqual([1, 3, 1]);
    expect(await valueOf('apiextensions_apiserver_validation_ratcheting_seconds_sum')).toBeGreaterThan(0);
  });
});
