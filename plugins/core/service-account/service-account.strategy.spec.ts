import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { serviceAccountStrategy as strategy } from './service-account.strategy.js';
import type { ServiceAccount } from './service-account.v1.js';

const context: StrategyContext = {
  user: { name: 'u', groups: [] },
  namespace: 'ns',
  subresource: '',
  dryRun: false,
  isEnabled: () => false,
};

describe('serviceAccountStrategy', () => {
  it('warns when the mounting of secrets begins to be restricted, not while it stays so', () => {
    const plain: ServiceAccount = { metadata: { name: 'a' } };
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
    const enforcing: ServiceAccount = { metadata: { name: 'a', annotations } };
    const warning =
      'metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
    expect(strategy.warningsOnCreate!(plain, context)).toEqual([]);
    expect(strategy.warningsOnCreate!(enforcing, context)).toEqual([warning]);
    expect(strategy.warningsOnUpdate!(enforcing, plain, context)).toEqual([warning]);
    expect(strategy.warningsOnUpdate!(enforcing, enforcing, context)).toEqual([]);
  });
});
