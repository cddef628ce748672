import { ObjectMeta, type ObjectShape, StructuralShape, shapeOf } from '../schema/index.js';
import { JSON_PATCH, applyPatch } from './apply-patch.js';

const SCHEMA = new StructuralShape('test.v1.Raft', { type: 'object' });

/** The patched document as the answer quotes it that says why it does not fit. */
function quoted(type: ObjectShape, document: object): string {
  const { describe: answer } = applyPatch({ mediaType: JSON_PATCH, type, document, patch: '[]' });
  const { message } = answer('why').status;
  return JSON.parse(/^ "" is invalid: patch: Invalid value: (".*"): why$/.exec(message!)![1]) as string;
}

describe('the answer for a patched document that does not fit its type', () => {
  const document = { spec: { b: [{ d: 1, c: null }], a: 'x' }, kind: 'Raft', apiVersion: 'v1', list: [3, 1, 2] };

  it('quotes what the patch has not touched as it stands, where the type is declared', () => {
    expect(quoted(shapeOf(ObjectMeta), document)).toBe(
      '{"apiVersion":"v1","kind":"Raft","list":[3,1,2],"spec":{"b":[{"d":1,"c":null}],"a":"x"}}',
    );
  });

  it('quotes members in the order of their names at every depth, where a schema gives the type', () => {
    expect(quoted(SCHEMA, document)).toBe(
      '{"apiVersion":"v1","kind":"Raft","list":[3,1,2],"spec":{"a":"x","b":[{"c":null,"d":1}]}}',
    );
  });
});
