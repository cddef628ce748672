import { NODE_CLIENT_REQUEST, NODE_SERVING_REQUEST } from '../../../test/support/node-requests.js';
import { defaultSigner } from './default-signer.js';

const CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet';
const SERVING = 'kubernetes.io/kubelet-serving';
const LEGACY = 'kubernetes.io/legacy-unknown';

describe('defaultSigner()', () => {
  it.each<[string, string | undefined, string[], string]>([
    ['clients', NODE_CLIENT_REQUEST, ['digital signature', 'client auth'], CLIENT],
    [
      'clients that exchange keys',
      NODE_CLIENT_REQUEST,
      ['key encipherment', 'client auth', 'digital signature'],
      CLIENT,
    ],
    ['servers', NODE_SERVING_REQUEST, ['digital signature', 'key encipherment', 'server auth'], SERVING],
    ['clients with names', NODE_SERVING_REQUEST, ['digital signature', 'client auth'], LEGACY],
    ['servers without names', NODE_CLIENT_REQUEST, ['digital signature', 'server auth'], LEGACY],
    ['other usages', NODE_CLIENT_REQUEST, ['digital signature', 'client auth', 'any'], LEGACY],
    ['no request', 'bm8=', ['digital signature', 'client auth'], LEGACY],
    ['nothing', undefined, [], LEGACY],
  ])('finds the signer of %s', (_title, request, usages, signer) => {
    expect(defaultSigner(request, usages)).toBe(signer);
  });
});
