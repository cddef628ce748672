import { ownedFields } from './managed-fields.js';

describe('ownedFields()', () => {
  it('names fields, elements by key, values of sets and indexes, with all owners', () => {
    const containers = { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } };
    const first = { 'f:spec': containers, 'f:metadata': { 'f:annotations': { 'f:a.b/c': {} } } };
    const second = { 'f:spec': { ...containers, 'f:args': { 'v:"x"': {} }, 'f:list': { 'i:0': {} } } };
    expect(ownedFields([{ fieldsV1: first }, { fieldsV1: second }])).toEqual([
      { path: 'metadata.annotations["a.b/c"]', owners: [0] },
      { path: 'spec.args["x"]', owners: [1] },
      { path: 'spec.containers[name=web].image', owners: [0, 1] },
      { path: 'spec.list[0]', owners: [1] },
    ]);
  });
});
