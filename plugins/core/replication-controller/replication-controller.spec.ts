import { type StrategyContext } from '../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { replicationControllerStrategy as strategy } from './replication-controller.strategy.js';
import { ReplicationController } from './replication-controller.v1.js';

const context = { subresource: '', isEnabled: () => false } as unknown as StrategyContext;

function controller(
  selector: object,
  spec: object = {},
  labels: object | undefined = { app: 'a' },
): ReplicationController {
  const containers = [{ name: 'c', image: 'img:1' }];
  const template = { metadata: { labels }, spec: { containers, ...spec } };
  return decodeAs(ReplicationController, { metadata: { name: 'r' }, spec: { selector, template } });
}

const mismatch = (labels: string): string[] => [
  `spec.template.metadata.labels: Invalid value: ${labels}: \`selector\` does not match template \`labels\``,
];

describe('the selector of a replication controller', () => {
  it.each<[string, object, object | undefined, string[]]>([
    ['labels of the template', { app: 'a' }, { app: 'a', tier: 'b' }, []],
    ['another value', { app: 'b' }, { app: 'a' }, mismatch('map[string]string{"app":"a"}')],
    ['a value that no label has', { app: 'A_b!' }, { app: 'a' }, mismatch('map[string]string{"app":"a"}')],
    ['a label the template has not', { app: 'a', b: '' }, { app: 'a' }, mismatch('map[string]string{"app":"a"}')],
    ['a template with an empty map of labels', { app: 'a' }, {}, mismatch('map[string]string{}')],
    ['nothing', {}, { app: 'a' }, ['spec.selector: Required value']],
  ])('is compared with the template: %s', (_name, selector, labels, expected) => {
    const errors = strategy.validate!(controller(selector, { restartPolicy: 'Always' }, labels), context);
    expect(errors.map(formatFieldError)).toEqual(expect.arrayContaining(expected));
    expect(errors.filter(({ field }) => /selector|labels/.test(field))).toHaveLength(expected.length);
  });
});

describe('warnings for a replication controller', () => {
  const [plain, doubtful] = [controller({ app: 'a' }), controller({ app: 'a' }, { terminationGracePeriodSeconds: -1 })];
  const warning =
    'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1';

  it('look at a new template, and in an update at the one it replaces', () => {
    expect(strategy.warningsOnCreate!(doubtful, context)).toEqual([warning]);
    expect(strategy.warningsOnUpdate!(doubtful, plain, context)).toEqual([]);
    expect(strategy.warningsOnUpdate!(plain, doubtful, context)).toEqual([warning]);
    expect(strategy.warningsOnUpdate!(doubtful, doubtful, context)).toEqual([]);
  });
});
