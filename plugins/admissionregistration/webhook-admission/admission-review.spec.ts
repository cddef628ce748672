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
    ['a text of YAML', '<html>', "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go"],
    ['no whole JSON', '{"kind":', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['no YAML', 'a: [', 'yaml: line 1: did not find expected node content'],
    ['null', 'null', 'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind='],
  ])('rejects an answer with %s', async (_, text, message) => {
    await expect(readAdmissionAnswer(review, text, false)).rejects.toThrow(message);
  });

  it('reads YAML, whatever its content type', async () => {
    const text = 'apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nresponse: {uid: u, allowed: true}\n';
    expect(await readAdmissionAnswer(review, text, false)).toMatchObject({ isAllowed: true });
  });

  it('reads what a webhook allows', async () => {
    const text = answer({ uid: 'u', allowed: true, warnings: ['w'], patch: 'W10=', patchType: 'JSONPatch' });
    expect(await readAdmissionAnswer(review, text, true)).toMatchObject({
      isAllowed: true,
      warnings: ['w'],
      patch: '[]',
    });
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
