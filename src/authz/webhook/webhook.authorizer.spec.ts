import { attributesFor, describeAuthorizerContract } from '../../../test/contract/authorizer.contract.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { OutboundError, type ReviewAnswer } from '../../outbound/index.js';
import type { RequestMatcher } from '../conditions/match-conditions.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookAuthorizer, type WebhookParts, resultOf } from './webhook.authorizer.js';

interface Setting {
  readonly matcher?: RequestMatcher;
  readonly configuration?: Partial<WebhookParts['configuration']>;
}

function setUp({ matcher, configuration }: Setting = {}) {
  const [clock, registry] = [new FakeClock(), new MetricsRegistry()];
  const lines: string[] = [];
  const sent: { spec: { user: string } }[] = [];
  const webhook = { closed: false, answer: (): ReviewAnswer | Promise<ReviewAnswer> => ({}) };
  const reviewer = {
    review: async (review: object) => {
      sent.push(review as (typeof sent)[number]);
      return webhook.answer();
    },
    close: async () => void (webhook.closed = true),
  };
  const authorizer = new WebhookAuthorizer({
    name: 'w',
    configuration: {
      authorizedTtl: 2000,
      unauthorizedTtl: 1000,
      reviewVersion: 'v1',
      failurePolicy: 'Deny',
      ...configuration,
    },
    matcher,
    reviewer,
    clock,
    logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    metrics: new WebhookMetrics(registry),
    tellsSelectors: true,
  });
  return { clock, registry, sent, lines, webhook, authorizer };
}

const ALLOWED = { status: { allowed: true, reason: 'because' } };

describeAuthorizerContract('WebhookAuthorizer', () => setUp().authorizer);

describe('WebhookAuthorizer.authorize()', () => {
  it.each<[object, object]>([
    [{ status: { allowed: true } }, { verdict: 'Allow', reason: '' }],
    [ALLOWED, { verdict: 'Allow', reason: 'because' }],
    [{ status: { allowed: false, reason: 'no' } }, { verdict: 'NoOpinion', reason: 'no' }],
    [{ status: { denied: true, reason: 'no' } }, { verdict: 'Deny', reason: 'no' }],
    [
      { status: { allowed: true, denied: true } },
      { verdict: 'Deny', reason: 'webhook subject access review returned both allow and deny response' },
    ],
    [{}, { verdict: 'NoOpinion', reason: '' }],
    [{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', ...ALLOWED }, { verdict: 'Allow' }],
  ])('follows the answer %j [AZMODE-07]', async (answer, decision) => {
    const { authorizer, webhook } = setUp();
    webhook.answer = () => answer as ReviewAnswer;
    expect(await authorizer.authorize(attributesFor())).toMatchObject(decision);
  });

  it.each<object>([
    { kind: 'TokenReview', ...ALLOWED },
    { apiVersion: 'authorization.k8s.io/v1beta1', ...ALLOWED },
    { status: 'allowed' },
    { status: [true] },
    { status: null },
    { status: { allowed: 'true' } },
    { status: { allowed: true, reason: 7 } },
  ])('takes %j for a failure [AZCFG-11]', async (answer) => {
    const { authorizer, webhook } = setUp();
    webhook.answer = () => answer as ReviewAnswer;
    expect((await authorizer.authorize(attributesFor())).verdict).toBe('Deny');
  });

  it.each(['Deny', 'NoOpinion'] as const)(
    'answers %s when that is the policy for failures [AZCFG-11]',
    async (failurePolicy) => {
      const { authorizer, webhook, registry } = setUp({ configuration: { failurePolicy } });
      webhook.answer = () => Promise.reject(new OutboundError('timeout', 'no answer in time'));
      const reason = 'webhook authorizer "w" failed: no answer in time';
      expect(await authorizer.authorize(attributesFor())).toEqual({ verdict: failurePolicy, reason });
      const counted = 'apiserver_authorization_webhook_evaluations_fail_open_total{name="w",result="timeout"} 1';
      expect((await registry.expose()).includes(counted)).toBe(failurePolicy === 'NoOpinion');
    },
  );

  it('logs failures in one line a second', async () => {
    const { authorizer, webhook, lines, clock } = setUp();
    webhook.answer = () => Promise.reject(new OutboundError('reset', 'gone'));
    for (let i = 0; i < 5; i++) await authorizer.authorize(attributesFor());
    clock.advance(1000);
    await authorizer.authorize(attributesFor());
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', authorizer: 'w', reason: 'gone', failures: 1 },
      { failures: 5 },
    ]);
  });
});

describe('The answers that WebhookAuthorizer keeps', () => {
  it('does not keep failures', async () => {
    const { authorizer, webhook, sent } = setUp();
    webhook.answer = () => Promise.reject(new OutboundError('reset', 'gone'));
    await authorizer.authorize(attributesFor());
    webhook.answer = () => ALLOWED;
    expect((await authorizer.authorize(attributesFor())).verdict).toBe('Allow');
    expect(sent).toHaveLength(2);
  });

  it.each([
    [true, 1999, 1],
    [true, 2000, 2],
    [false, 999, 1],
    [false, 1000, 2],
  ])(
    'keeps an answer that allows: %s, %d ms later it has asked %d times [AZCFG-06, AZCFG-07]',
    async (allowed, wait, times) => {
      const { authorizer, webhook, sent, clock } = setUp();
      webhook.answer = () => ({ status: { allowed } });
      await authorizer.authorize(attributesFor());
      clock.advance(wait);
      await authorizer.authorize(attributesFor());
      expect(sent).toHaveLength(times);
    },
  );

  it('asks each time when an answer is kept for no time', async () => {
    const { authorizer, sent } = setUp({ configuration: { authorizedTtl: 0, unauthorizedTtl: 0 } });
    for (let i = 0; i < 3; i++) await authorizer.authorize(attributesFor());
    expect(sent).toHaveLength(3);
  });

  it('has one question running for all who ask the same, and others beside', async () => {
    const { authorizer, webhook, sent } = setUp();
    let answer!: (answer: ReviewAnswer) => void;
    webhook.answer = () => new Promise((resolve) => (answer = resolve));
    const waiting = Array.from({ length: 50 }, async () => authorizer.authorize(attributesFor()));
    expect(sent).toHaveLength(1);
    answer(ALLOWED);
    expect(new Set((await Promise.all(waiting)).map(({ verdict }) => verdict))).toEqual(new Set(['Allow']));
    webhook.answer = () => ALLOWED;
    for (const verb of ['a', 'b']) await authorizer.authorize(attributesFor({ verb }));
    expect(sent).toHaveLength(3);
  });

  it.each([
    [9999, 1],
    [10_000, 2],
  ])(
    'keeps no answers to what requesters have made long: with %d characters it asks %d times',
    async (length, times) => {
      const { authorizer, sent } = setUp();
      const others = ['n', 'get', '', 'v1', 'configmaps', '', '/api/v1/namespaces/n/configmaps/a'].join('').length;
      const long = attributesFor({ name: 'x'.repeat(length - others) });
      await authorizer.authorize(long);
      await authorizer.authorize(long);
      expect(sent).toHaveLength(times);
    },
  );

  it.each([
    [2048, 'x'.repeat(2048)],
    [2049, expect.stringMatching(/^x{2000,2048}[^x]/)],
    [1_000_000, expect.stringMatching(/^x{2000,2048}[^x]/)],
  ])('cuts reasons that are long: of %d characters', async (length, expected) => {
    const { authorizer, webhook } = setUp();
    webhook.answer = () => ({ status: { allowed: true, reason: 'x'.repeat(length) } });
    const { verdict, reason } = await authorizer.authorize(attributesFor());
    expect([verdict, reason.length < 2100]).toEqual(['Allow', true]);
    expect(reason).toEqual(expected);
  });

  it('keeps a bounded number of answers', async () => {
    const { authorizer, sent } = setUp();
    for (let i = 0; i < 8193; i++) await authorizer.authorize(attributesFor({ name: `n${i}` }));
    for (const name of ['n1', 'n8192']) await authorizer.authorize(attributesFor({ name }));
    expect(sent).toHaveLength(8193);
    await authorizer.authorize(attributesFor({ name: 'n0' }));
    expect(sent).toHaveLength(8194);
  });
});

describe('The questions of WebhookAuthorizer', () => {
  it('does not take one question for another because of what requesters put into them', async () => {
    const { authorizer, webhook, sent } = setUp();
    webhook.answer = () => ({ status: { allowed: sent.length === 1 } });
    await authorizer.authorize(attributesFor({ name: 'a","user":"b' }));
    expect((await authorizer.authorize(attributesFor({ name: 'a', user: { name: 'b', groups: [] } }))).verdict).toBe(
      'NoOpinion',
    );
  });

  it('sends v1 and v1beta1 as they are defined [AZCFG-09, AUTHZ-06, AUTHZ-16]', async () => {
    const user = { name: 'ada', uid: '7', groups: ['a'], extra: { z: ['1'], b: ['2', '3'] } };
    const asked = attributesFor({
      user,
      verb: 'list',
      name: '',
      fieldSelector: 'spec.nodeName=n',
      labelSelector: 'a!=b',
    });
    for (const reviewVersion of ['v1', 'v1beta1']) {
      const { authorizer, sent } = setUp({ configuration: { reviewVersion } });
      await authorizer.authorize(asked);
      const groups = reviewVersion === 'v1' ? 'groups' : 'group';
      expect(JSON.stringify(sent[0])).toBe(
        `{"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/${reviewVersion}",` +
          '"metadata":{"creationTimestamp":null},"spec":{"resourceAttributes":{"namespace":"n","verb":"list",' +
          '"version":"v1","resource":"configmaps",' +
          '"fieldSelector":{"requirements":[{"key":"spec.nodeName","operator":"In","values":["n"]}]},' +
          '"labelSelector":{"requirements":[{"key":"a","operator":"NotIn","values":["b"]}]}},' +
          `"user":"ada","${groups}":["a"],"extra":{"b":["2","3"],"z":["1"]},"uid":"7"},"status":{"allowed":false}}`,
      );
    }
  });

  it('asks about paths', async () => {
    const { authorizer, sent } = setUp();
    await authorizer.authorize(
      attributesFor({ isResourceRequest: false, path: '/metrics', user: { name: 'a', groups: [] } }),
    );
    expect(sent[0].spec).toEqual({ nonResourceAttributes: { path: '/metrics', verb: 'get' }, user: 'a' });
  });

  it.each<[ReturnType<RequestMatcher>, string, string, number]>([
    [{ verdict: 'match' }, 'Allow', 'evaluation_seconds_count', 1],
    [{ verdict: 'no-match' }, 'NoOpinion', 'exclusions_total', 0],
    [{ verdict: 'failed', reason: 'cel' }, 'Deny', 'evaluation_errors_total', 0],
  ])(
    'with conditions that say %j answers %s [AZCFG-15, AZCFG-16, AZCFG-17]',
    async (outcome, verdict, metric, asked) => {
      const { authorizer, webhook, sent, registry } = setUp({ matcher: () => outcome });
      webhook.answer = () => ALLOWED;
      expect((await authorizer.authorize(attributesFor())).verdict).toBe(verdict);
      expect(sent).toHaveLength(asked);
      expect(await registry.expose()).toContain(
        `apiserver_authorization_match_condition_${metric}{name="w",type="Webhook"} 1`,
      );
    },
  );

  it('has no opinion on requests whose conditions fail, when failures are no opinion [AZCFG-18]', async () => {
    const matcher: RequestMatcher = () => ({ verdict: 'failed', reason: 'cel' });
    const { authorizer } = setUp({ matcher, configuration: { failurePolicy: 'NoOpinion' } });
    expect((await authorizer.authorize(attributesFor())).verdict).toBe('NoOpinion');
  });
});

describe('WebhookAuthorizer.explain()', () => {
  it.each([
    ['v1', { status: { denied: true, reason: 'no' } }, { allowed: false, denied: true, reason: 'no' }],
    ['v1', ALLOWED, { allowed: true, reason: 'because' }],
    ['v1beta1', {}, { allowed: false }],
  ])(
    'shows the review in %s with what was answered, and whether that was kept',
    async (reviewVersion, answer, status) => {
      const { authorizer, webhook, sent } = setUp({ configuration: { reviewVersion } });
      webhook.answer = () => answer as ReviewAnswer;
      const first = await authorizer.explain(attributesFor());
      expect(first).toEqual({
        decision: await authorizer.authorize(attributesFor()),
        review: { ...sent[0], status },
        isKept: false,
      });
      expect(await authorizer.explain(attributesFor())).toEqual({ ...first, isKept: true });
      expect(sent).toHaveLength(1);
    },
  );

  it.each<[ReturnType<RequestMatcher>, boolean]>([
    [{ verdict: 'match' }, false],
    [{ verdict: 'no-match' }, true],
    [{ verdict: 'failed', reason: 'cel' }, true],
  ])('says of conditions that say %j: kept from the webhook is %s', async (outcome, isExcluded) => {
    const { authorizer } = setUp({ matcher: () => outcome });
    const explained = await authorizer.explain(attributesFor());
    expect([explained.isExcluded ?? false, 'review' in explained]).toEqual([isExcluded, !isExcluded]);
  });

  it('lists no rules, and says so', () => {
    expect(setUp().authorizer.rulesFor()).toEqual({
      ...{ resourceRules: [], nonResourceRules: [], incomplete: true },
      errors: ['webhook authorizer does not support user rule resolution'],
    });
  });
});

describe('resultOf()', () => {
  it.each([
    ['success', 'success'],
    ['canceled', 'canceled'],
    ['timeout', 'timeout'],
    ['reset', 'error'],
    ['malformed', 'error'],
  ] as const)('is %s for metrics: %s', (result, counted) => expect(resultOf(result)).toBe(counted));
});

describe('WebhookMetrics', () => {
  it('counts attempts by their result, with their time', async () => {
    const registry = new MetricsRegistry();
    const metrics = new WebhookMetrics(registry);
    metrics.observe('w', 'success', 0.02);
    metrics.observe('w', 'success', 3);
    metrics.observe('w', 'timeout', 30);
    metrics.conditionsOf('w').seconds.observe(0.02);
    const text = await registry.expose();
    const prefix = 'apiserver_authorization';
    expect(text).toContain(`${prefix}_webhook_evaluations_total{name="w",result="success"} 2\n`);
    expect(text).toContain(`${prefix}_webhook_evaluations_total{name="w",result="timeout"} 1\n`);
    expect(text).toContain(`${prefix}_webhook_duration_seconds_sum{name="w",result="success"} 3.02\n`);
    const boundsOf = (family: string): (string | undefined)[] =>
      [
        ...text.matchAll(
          new RegExp(`${family}_bucket\\{name="w",(?:result="success"|type="Webhook"),le="([^"]+)"`, 'g'),
        ),
      ].map(([, bound]) => bound);
    expect(boundsOf(`${prefix}_webhook_duration_seconds`).join(' ')).toBe(
      '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf',
    );
    expect(boundsOf(`${prefix}_match_condition_evaluation_seconds`).join(' ')).toBe(
      '0.001 0.005 0.01 0.025 0.1 0.2 0.25 +Inf',
    );
  });
});

describe('WebhookAuthorizer.close()', () => {
  it('closes the connections', () => {
    const { authorizer, webhook } = setUp();
    authorizer.close();
    expect(webhook.closed).toBe(true);
  });
});

describe('WebhookAuthorizer.forget()', () => {
  it('forgets the answers about a user, or all', async () => {
    const { authorizer, sent } = setUp();
    const ask = async (): Promise<void> => {
      for (const name of ['ada', 'bob']) await authorizer.authorize(attributesFor({ user: { name, groups: [] } }));
    };
    await ask();
    expect(authorizer.forget('ada')).toBe(1);
    await ask();
    expect(sent.map(({ spec }) => spec.user)).toEqual(['ada', 'bob', 'ada']);
    expect(authorizer.forget()).toBe(2);
  });
});
