import { matchers } from './matchers.js';

const pod = {
  metadata: { name: 'p', uid: 'u1', labels: { app: 'web' }, ownerReferences: [{ kind: 'Job', name: 'j', uid: 'u0' }] },
  status: { conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }] },
};
const answer = (status: number, body: object) => ({ status, text: '', body });
const forbidden = answer(403, { kind: 'Status', reason: 'Forbidden', message: 'no' });
const invalid = answer(422, { reason: 'Invalid', details: { causes: [{ field: 'spec.slots' }] } });
const { toHaveCondition, toHaveStatus, toBeForbidden, toBeInvalid, toExist, toHaveLabels, toBeOwnedBy } = matchers;

describe('matchers', () => {
  it.each([
    ['a condition', toHaveCondition(pod, 'Ready', { status: 'False' }), true],
    [
      'a condition with its reason',
      toHaveCondition(pod, 'Ready', { status: 'False', reason: 'ContainersNotReady' }),
      true,
    ],
    ['a condition with another reason', toHaveCondition(pod, 'Ready', { status: 'False', reason: 'Other' }), false],
    ['a condition that is not True', toHaveCondition(pod, 'Ready'), false],
    ['a condition that is not there', toHaveCondition({ metadata: {} }, 'Ready'), false],
    ['the condition of an answer', toHaveCondition(answer(200, pod), 'Ready', { status: 'False' }), true],
    ['a status', toHaveStatus(forbidden, 403, 'Forbidden'), true],
    ['a status of another reason', toHaveStatus(forbidden, 403, 'Expired'), false],
    ['a refusal', toBeForbidden(forbidden), true],
    ['an answer that is not a refusal', toBeForbidden(answer(200, pod)), false],
    ['an invalid field', toBeInvalid(invalid, 'spec.slots'), true],
    ['another field', toBeInvalid(invalid, 'spec.cargo'), false],
    ['an object', toExist(answer(200, pod)), true],
    ['an object that was just created', toExist(answer(201, pod)), true],
    ['an object that is being deleted', toExist(answer(200, { metadata: { deletionTimestamp: 'now' } })), false],
    ['no object', toExist(answer(404, {})), false],
    ['labels', toHaveLabels(pod, { app: 'web' }), true],
    ['other labels', toHaveLabels(pod, { app: 'db' }), false],
    ['an owner', toBeOwnedBy(pod, { metadata: { uid: 'u0', name: 'j' } }), true],
    ['no owner', toBeOwnedBy(pod, { metadata: { uid: 'u2', name: 'k' } }), false],
  ])('see %s', (_, { pass }, expected) => {
    expect(pass).toBe(expected);
  });

  it('say what was found', () => {
    expect(toHaveCondition(pod, 'Ready').message()).toBe(
      'expected to have the condition Ready=True, found: Ready=False (ContainersNotReady)',
    );
    expect(toBeForbidden(forbidden).message()).toBe('expected not to be forbidden, found: 403 no');
    expect(toBeOwnedBy(pod, { metadata: { uid: 'u2', name: 'k' } }).message()).toBe(
      'expected to be owned by k, found: Job/j',
    );
  });
});
