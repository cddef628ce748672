import { WriteAttributes, type WriteFacts } from '../../../../src/admission/index.js';
import type { ApiObject, Logger } from '../../../../src/plugin-api/index.js';
import type { ReviewClients, ReviewTiming } from '../../../../src/plugin-api/built-in.js';
import type { ObservedRequest } from '../../../../src/request/index.js';
import { FakeClock } from '../../../../src/testing/fake-clock.js';
import { ImagePolicyAdmission } from './image-policy.admission.js';
import { readImagePolicyConfiguration } from './image-policy.configuration.js';

const FILE = { kubeConfigFile: '/k' };
const POD = {
  metadata: { name: 'p', annotations: { 'b.image-policy.k8s.io/x': '2', 'a.image-policy.k8s.io/x': '1', 'a/b': '3' } },
  spec: {
    containers: [{ name: 'c', image: 'one' }],
    initContainers: [{ name: 'i', image: 'two' }],
    ephemeralContainers: [{ name: 'e', image: 'three' }],
  },
};
const ALLOWED = { status: { allowed: true } };
const DENIED = { status: { allowed: false, reason: 'too old' } };

/** A configured plugin, the reviews it has sent, and the response of the webhook. */
async function setUp(members: object = {}) {
  const [clock, asked] = [new FakeClock(), [] as { spec: object }[]];
  const webhook = { answer: (): object => ALLOWED, timing: undefined as ReviewTiming | undefined };
  const clients = {
    open: async (_file: string, timing: ReviewTiming) => {
      webhook.timing = timing;
      return {
        review: async (review: { spec: object }) => {
          asked.push(review);
          return webhook.answer();
        },
        close: async () => {},
      };
    },
  };
  const plugin = new ImagePolicyAdmission(clients as unknown as ReviewClients, clock, {
    warn: () => {},
  } as unknown as Logger);
  await plugin.configure({ imagePolicy: { ...FILE, ...members } });
  return { clock, asked, webhook, plugin };
}

function written(annotated: Record<string, string> = {}, more: Partial<WriteFacts> = {}): WriteAttributes {
  return new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'p',
    user: { name: 'alice', groups: [] },
    object: POD as ApiObject,
    request: { annotate: (key: string, value: string) => void (annotated[key] = value) } as unknown as ObservedRequest,
    ...more,
  });
}

const messageOf = (refused: Promise<void>): Promise<unknown> =>
  refused.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('readImagePolicyConfiguration()', () => {
  it.each<[object, object]>([
    [{}, { allowTtl: 300_000, denyTtl: 30_000, retryBackoff: 500, defaultAllow: false }],
    [
      { allowTTL: 0, denyTTL: 0, retryBackoff: 0 },
      { allowTtl: 300_000, denyTtl: 30_000, retryBackoff: 500 },
    ],
    [
      { allowTTL: -1, denyTTL: -1, retryBackoff: -1 },
      { allowTtl: 0, denyTtl: 0, retryBackoff: 0 },
    ],
    [
      { allowTTL: 1, denyTTL: 1, retryBackoff: 1 },
      { allowTtl: 1000, denyTtl: 1000, retryBackoff: 1 },
    ],
    [
      { allowTTL: 1800, denyTTL: 1800, retryBackoff: 300_000 },
      { allowTtl: 1_800_000, retryBackoff: 300_000 },
    ],
    [{ defaultAllow: true }, { defaultAllow: true, kubeConfigFile: '/k' }],
  ])('reads %j', (members, read) => {
    expect(readImagePolicyConfiguration({ imagePolicy: { ...FILE, ...members } })).toMatchObject(read);
  });

  it.each<[unknown, string]>([
    [undefined, 'no config specified'],
    [[], 'is no mapping'],
    [{ imagePolicy: FILE, other: 1 }, 'unknown key "other"'],
    [{ imagePolicy: { ...FILE, ttl: 1 } }, 'imagePolicy: unknown key "ttl"'],
    [{ imagePolicy: {} }, 'imagePolicy.kubeConfigFile: has to name the kubeconfig of the webhook'],
    [{ imagePolicy: { ...FILE, defaultAllow: 'yes' } }, 'imagePolicy.defaultAllow: is neither true nor false'],
    [{ imagePolicy: { ...FILE, allowTTL: 1.5 } }, 'imagePolicy.allowTTL: is no whole number'],
    [{ imagePolicy: { ...FILE, allowTTL: 1801 } }, 'valid value is between 1s and 30m0s, got 30m1s'],
    [{ imagePolicy: { ...FILE, denyTTL: -2 } }, 'valid value is between 1s and 30m0s, got -2s'],
    [{ imagePolicy: { ...FILE, retryBackoff: 300_001 } }, 'valid value is between 1ns and 5m0s, got 5m0.001s'],
  ])('refuses %j', (configuration, message) => {
    expect(() => readImagePolicyConfiguration(configuration)).toThrow(message);
  });
});

describe('ImagePolicyAdmission', () => {
  it('is off by default, and about pods and their ephemeral containers alone', async () => {
    const { plugin, webhook } = await setUp({ retryBackoff: 7 });
    const handles = (operation: 'CREATE' | 'UPDATE' | 'DELETE', subresource: string, resource = 'pods'): boolean =>
      plugin.handles(operation, { group: '', version: 'v1', resource, subresource });
    expect(plugin.isOnByDefault).toBe(false);
    expect([handles('CREATE', ''), handles('UPDATE', ''), handles('UPDATE', 'ephemeralcontainers')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([handles('DELETE', ''), handles('UPDATE', 'status'), handles('CREATE', '', 'podtemplates')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(webhook.timing).toEqual({ timeout: 30_000, retryBackoff: 7 });
  });

  it.each<[string, string[]]>([
    ['', ['one', 'two']],
    ['ephemeralcontainers', ['three']],
  ])('asks about the images of a write of "%s"', async (subresource, images) => {
    const { plugin, asked } = await setUp();
    await plugin.validate(written({}, { subresource }));
    expect(JSON.stringify(asked)).toBe(
      JSON.stringify([
        {
          kind: 'ImageReview',
          apiVersion: 'imagepolicy.k8s.io/v1alpha1',
          metadata: { creationTimestamp: null },
          spec: {
            containers: images.map((image) => ({ image })),
            annotations: { 'a.image-policy.k8s.io/x': '1', 'b.image-policy.k8s.io/x': '2' },
            namespace: 'n',
          },
          status: { allowed: false },
        },
      ]),
    );
  });

  it.each<[object, unknown]>([
    [ALLOWED, 'accepted'],
    [{ kind: 'ImageReview', apiVersion: 'imagepolicy.k8s.io/v1alpha1', ...ALLOWED }, 'accepted'],
    [DENIED, 'pods "p" is forbidden: image policy webhook backend denied one or more images: too old'],
    [{}, 'pods "p" is forbidden: one or more images rejected by webhook backend'],
    [{ kind: 'TokenReview', ...ALLOWED }, 'pods "p" is forbidden: the answer is of another kind or version'],
    [{ status: [] }, 'pods "p" is forbidden: the answer has an invalid status'],
    [{ status: { allowed: 'yes' } }, 'pods "p" is forbidden: the answer has a status that cannot be read'],
    [
      { status: { allowed: true, auditAnnotations: { a: 1 } } },
      'pods "p" is forbidden: the answer has an audit annotation that is no text',
    ],
  ])('follows the answer %j', async (answer, message) => {
    const { plugin, webhook } = await setUp();
    webhook.answer = () => answer;
    expect(await messageOf(plugin.validate(written()))).toBe(message);
  });

  it.each<[object, number]>([
    [ALLOWED, 60_000],
    [DENIED, 20_000],
  ])('caches %j for its time', async (answer, ttl) => {
    const { plugin, webhook, asked, clock } = await setUp({ allowTTL: 60, denyTTL: 20 });
    webhook.answer = () => answer;
    const ask = (): Promise<unknown> => messageOf(plugin.validate(written()));
    const first = await ask();
    clock.advance(ttl - 1);
    expect([await ask(), asked.length]).toEqual([first, 1]);
    clock.advance(1);
    await ask();
    await messageOf(plugin.validate(written({}, { namespace: 'other' })));
    expect(asked).toHaveLength(3);
  });

  it('caches neither with a TTL of -1, nor long answers, nor failures', async () => {
    const { plugin, webhook, asked } = await setUp({ allowTTL: -1 });
    const ask = (): Promise<unknown> => messageOf(plugin.validate(written()));
    await ask();
    await ask();
    webhook.answer = () => ({ status: { allowed: false, reason: 'x'.repeat(10_000) } });
    await ask();
    webhook.answer = () => {
      throw new Error('gone');
    };
    await ask();
    webhook.answer = () => ALLOWED;
    expect([await ask(), asked.length]).toEqual(['accepted', 5]);
  });

  it.each<[boolean, string, object]>([
    [true, 'accepted', { 'imagepolicywebhook.image-policy.k8s.io/failed-open': 'true' }],
    [false, 'pods "p" is forbidden: gone', {}],
  ])('with defaultAllow %j, a failing webhook has its pods %s', async (defaultAllow, message, annotations) => {
    const { plugin, webhook } = await setUp({ defaultAllow });
    webhook.answer = () => {
      throw new Error('gone');
    };
    const annotated = {};
    expect(await messageOf(plugin.validate(written(annotated)))).toBe(message);
    expect(annotated).toEqual(annotations);
  });

  it('adds the audit annotations of the webhook', async () => {
    const { plugin, webhook } = await setUp();
    webhook.answer = () => ({ status: { allowed: true, auditAnnotations: { scanned: 'yes' } } });
    const annotated = {};
    await plugin.validate(written(annotated));
    expect(annotated).toEqual({ 'imagepolicywebhook.image-policy.k8s.io/scanned': 'yes' });
  });
});
