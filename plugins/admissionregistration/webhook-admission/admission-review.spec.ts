import type { AdmissionReview } from './admission-review.js';
import { readAdmissionAnswer } from './admission-review.js';
import { refusalBy } from './webhook-failure.js';

const review: AdmissionReview = { version: 'v1', uid: 'u', text: '' };
const answer = (response: object, head: object = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }) =>
  JSON.stringify({ ...head, response });

describe('readAdmissionAnswer()', () => {
  it.each([
    ['another uid', answer({ uid: 'x', allowed: true }), 'expected response.uid="u", got "x"'],
    ['no uid', answer({ allowed: true }), 'expected response.uid="u", got ""'],
    ['no response', '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}', 'webhook response was absent'],
    ['no kind', answer({ uid: 'u', allowed: true }, {}), 'expected webhook response of admission.k8s.io/v1, Kind='],
    ['a text for allowed', answer({ uid: 'u', allowed: 'yes' }), 'cannot unmarshal string'],
    ['a patch', answer({ uid: 'u', allowed: true, patch: 'W10=' }), 'validating webhook may not return response.patch'],
    ['no JSON', 'hello', "couldn't get version/kind"],
  ])('rejects an answer with %s', (_, text, message) => {
    expect(() => readAdmissionAnswer(review, text, false)).toThrow(message);
  });

  it('reads what a webhook allows', () => {
    const text = answer({ uid: 'u', allowed: true, warnings: ['w'], patch: 'W10=', patchType: 'JSONPatch' });
    expect(readAdmissionAnswer(review, text, true)).toMatchObject({ isAllowed: true, warnings: ['w'], patch: '[]' });
  });
});

describe('refusalBy()', () => {
  it.each([
    [undefined, 400, 'admission webhook "w" denied the request without explanation'],
    [{ code: 200, message: 'm' }, 400, 'admission webhook "w" denied the request: m'],
    [{ code: 418, reason: 'Conflict' }, 418, 'admission webhook "w" denied the request: Conflict'],
  ])('answers %j', (status, code, message) => {
    expect(refusalBy('w', status).status).toMatchObject({ code, message, status: 'Failure' });
  });
});
