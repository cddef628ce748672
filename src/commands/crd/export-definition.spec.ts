import { defineKind, type SubresourceHandler } from '../../plugin-api/index.js';
import { ApiType, Field, KubernetesObject } from '../../schema/index.js';
import { exportDefinition } from './export-definition.js';

@ApiType({ name: 'com.example.v1.Tow' })
class Tow {
  @Field(1, 'string') to?: string;
}

@ApiType({ name: 'com.example.v1.Barge' })
class Barge extends KubernetesObject {}

class TowHandler implements SubresourceHandler {
  async handle(): Promise<never> {
    throw new Error('not called');
  }
}

const tow = { name: 'tow', verbs: ['create'] as const, type: Tow, handler: TowHandler };
const same = (barge: Barge): Barge => barge;
const barges = defineKind<Barge>({
  kind: 'Barge',
  plural: 'barges',
  versions: [
    { name: 'v1', type: Barge, subresources: [tow] },
    { name: 'v1beta1', type: Barge, subresources: [tow], conversion: { toHub: same, fromHub: same } },
  ],
});

describe('exportDefinition()', () => {
  it('names what a definition cannot have once, however many versions have it', () => {
    const { omitted } = exportDefinition('example.com', barges as never);
    expect(omitted).toEqual(['conversion: needs a webhook', 'the subresource "tow"']);
  });
});
