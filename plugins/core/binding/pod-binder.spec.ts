import { StatusError, type Stores, systemContext } from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { Binding } from './binding.v1.js';
import { bindPod } from './pod-binder.js';

/** A store of one pod. */
function storesOf(pod: Pod): Stores {
  const pods = {
    kind: { keyInErrors: (namespace: string, name: string) => `/registry/pods/${namespace}/${name}` },
    update: (_context: unknown, _name: string, transform: (current: Pod) => Pod) =>
      Promise.resolve(transform(structuredClone(pod))),
  };
  return { of: () => pods } as unknown as Stores;
}

const pod: Pod = { metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '7' }, spec: {} };
const context = systemContext('ns');

async function refusalOf(binding: Binding): Promise<{ code?: number; message?: string; details?: object }> {
  const error: unknown = await bindPod(storesOf(pod), context, binding).catch((e: unknown) => e);
  if (!(error instanceof StatusError)) throw new Error('not refused');
  const { code, message, details } = error.status;
  return { code, message, details };
}

describe('bindPod()', () => {
  it.each([
    [{}, 'target.name: Required value'],
    [{ kind: 'Minion', name: 'n' }, 'target.kind: Unsupported value: "Minion": supported values: "Node", "<empty>"'],
    [
      { kind: 'Minion' },
      '[target.kind: Unsupported value: "Minion": supported values: "Node", "<empty>", target.name: Required value]',
    ],
  ])('answers faults of the target %j as they are', async (target, message) => {
    const refusal = await refusalOf({ metadata: { name: 'p' }, target });
    expect(refusal).toEqual({ code: 400, message, details: undefined });
  });

  it.each([
    [{ uid: 'other' }, 'UID in precondition: other, UID in object meta: u'],
    [{ resourceVersion: '1' }, 'ResourceVersion in precondition: 1, ResourceVersion in object meta: 7'],
  ])('answers an expectation %j that fails as the store does', async (expected, fault) => {
    const refusal = await refusalOf({ metadata: { name: 'p', ...expected }, target: { name: 'n' } });
    const store = `StorageError: invalid object, Code: 4, Key: /registry/pods/ns/p, ResourceVersion: 0`;
    expect(refusal).toEqual({
      code: 409,
      message: `Operation cannot be fulfilled on pods "p": ${store}, AdditionalErrorMsg: Precondition failed: ${fault}`,
      details: { name: 'p', kind: 'pods' },
    });
  });

  it('binds when what it expects holds', async () => {
    const binding = { metadata: { name: 'p', uid: 'u', resourceVersion: '7' }, target: { name: 'n' } };
    await expect(bindPod(storesOf(pod), context, binding)).resolves.toMatchObject({ status: 'Success' });
  });
});
