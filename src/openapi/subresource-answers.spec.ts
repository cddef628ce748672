import { ApiType, Field, KubernetesObject, shapeOf } from '../schema/index.js';
import { type DocumentedResource, OpenApiDocuments } from './index.js';

@ApiType({ name: 'com.example.v1.Gear' })
class Gear extends KubernetesObject {
  @Field(2, 'int32') teeth?: number;
}

@ApiType({ name: 'com.example.v1.GearPolish' })
class GearPolish extends KubernetesObject {
  @Field(2, 'string') cloth?: string;
}

const POLISH = '/apis/example.com/v1/gears/{name}/polish';

interface Published {
  readonly parameters: readonly { readonly in: string; readonly schema?: object }[];
  readonly responses: Record<string, { readonly schema?: object }>;
}

/** The operations of the subresource `polish`. */
async function operationsOf(answersParent?: boolean): Promise<Record<string, Published>> {
  const gvk = { group: 'example.com', version: 'v1', kind: 'GearPolish' };
  const verbs = new Set(['get', 'create', 'update', 'patch']);
  const polish = { name: 'polish', verbs, gvk, type: shapeOf(GearPolish), answersParent };
  const names = { kind: 'Gear', listKind: 'GearList', plural: 'gears', isNamespaced: false };
  const rest = { deleteReturnsObject: false, examples: [], connections: [] };
  const gears: DocumentedResource = { ...names, ...rest, verbs, type: shapeOf(Gear), subresources: [polish] };
  const groups = [{ group: 'example.com', version: 'v1', isCustom: false, resources: [gears] }];
  const about = { release: '1.32', describesIssuer: false, hasCore: false };
  const document = await new OpenApiDocuments(() => ({ ...about, lasting: groups, groups })).v2(undefined);
  return (JSON.parse(document!.bytes.toString()) as { paths: Record<string, Record<string, Published>> }).paths[POLISH];
}

const GEAR = { $ref: '#/definitions/com.example.v1.Gear' };
const GEAR_POLISH = { $ref: '#/definitions/com.example.v1.GearPolish' };
const bodyOf = ({ parameters }: Published): object | undefined => parameters.find((p) => p.in === 'body')?.schema;

describe('a subresource in the documents', () => {
  it.each(['post', 'put', 'patch'])('answers the type of its body to %s', async (method) => {
    const operation = (await operationsOf())[method];
    expect(operation.responses[201].schema).toEqual(GEAR_POLISH);
  });

  it.each(['post', 'put', 'patch'])('answers the object itself to %s where it says so', async (method) => {
    const operation = (await operationsOf(true))[method];
    expect(operation.responses[200].schema).toEqual(GEAR);
    if (method !== 'patch') expect(bodyOf(operation)).toEqual(GEAR_POLISH);
  });

  it('is read as what it is', async () => {
    const { get } = await operationsOf(true);
    expect(get.responses[200].schema).toEqual(GEAR_POLISH);
  });
});
