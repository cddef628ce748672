import { ApiType, Field, KubernetesObject, shapeOf } from '../../schema/index.js';
import { addImmutableRules } from './immutable-rules.js';
import { structuralSchema } from './structural-schema.js';

@ApiType({ name: 'com.example.v1.Engine' })
class Engine {
  @Field(1, 'int32', { immutable: true, required: true }) power?: number;
}

@ApiType({ name: 'com.example.v1.VesselSpec' })
class VesselSpec {
  @Field(1, 'string', { immutable: true, required: true }) cargo?: string;
  @Field(2, 'string', { list: true, immutable: true }) crew?: string[];
  @Field(3, Engine, { pointer: true }) engine?: Engine;
  @Field(4, Engine, { list: true }) spares?: Engine[];
  @Field(5, 'json', { immutable: true }) papers?: unknown;
  @Field(6, () => VesselSpec, { pointer: true }) tug?: VesselSpec;
  @Field(7, 'bool', { immutable: true }) namespace?: boolean;
}

@ApiType({ name: 'com.example.v1.Vessel' })
class Vessel extends KubernetesObject {
  @Field(2, VesselSpec, { required: true }) spec: VesselSpec;
}

const { published } = shapeOf(Vessel);
const layout = (published as Extract<typeof published, { layout: unknown }>).layout;
const schema = structuralSchema(layout);
const omitted = addImmutableRules(schema, layout);
const RULES = 'x-kubernetes-validations';

/** The schema of a member, by its path. */
function at(...path: string[]): Record<string, unknown> {
  type Node = { properties: Record<string, Node> } & Record<string, unknown>;
  return path.reduce((node, name) => node.properties[name], schema as Node);
}

describe('addImmutableRules()', () => {
  it.each([['cargo'], ['crew'], ['engine', 'power'], ['namespace']])('keeps the value of %s', (...path) => {
    expect(at('spec', ...path)[RULES]).toEqual([{ rule: 'self == oldSelf', message: 'field is immutable' }]);
  });

  it('keeps optional fields from being set or removed', () => {
    expect(schema[RULES]).toEqual([
      {
        rule: '(has(self.spec) && has(self.spec.crew) && size(self.spec.crew) > 0) == (has(oldSelf.spec) && has(oldSelf.spec.crew) && size(oldSelf.spec.crew) > 0)',
        message: 'field is immutable',
        fieldPath: '.spec.crew',
      },
      expect.objectContaining({ fieldPath: '.spec.engine.power' }),
      expect.objectContaining({
        rule: expect.stringContaining('has(self.spec.__namespace__) && self.spec.__namespace__)'),
      }),
    ]);
  });

  it('has no rules for elements, which have no former value', () => {
    expect(JSON.stringify(at('spec', 'spares'))).not.toContain(RULES);
  });

  it('names what a schema cannot compare', () => {
    expect(omitted).toEqual(['spec.papers', 'spec.tug']);
    expect(at('spec', 'papers')).not.toHaveProperty([RULES]);
  });
});
