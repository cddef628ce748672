import { describeWithKubectl } from '../support/kubectl.js';
import { pageWalk } from '../support/walkthrough/page-walk.js';

describeWithKubectl('walkthroughs', () => {
  const walk = pageWalk();

  it.each([
    ['oidc-walkthrough', 20],
    ['access-plugin', 10],
    ['workloads', 9],
    ['encryption-at-rest', 20],
    ['admission-webhooks', 20],
    ['backup-and-restore', 25],
    ['workers', 8],
    ['kms', 15],
    ['cedar', 25],
    ['openfga', 12],
    ['rotating-certificates-and-keys', 20],
  ])('docs/%s.md works from the first to the last line', walk);

  const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
  if (!runsTypeScript) process.stderr.write('skipped: this Node.js runs no TypeScript (22.18 and later do)\n');
  (runsTypeScript ? it : it.skip)('docs/webhooks-in-typescript.md works from the first to the last line', () =>
    walk('webhooks-in-typescript', 9),
  );

  // Installs 130 MB from the registry.
  const itWithSpiceDb = process.env.BINNACLE_TEST_SPICEDB === '1' ? it : it.skip;
  itWithSpiceDb('docs/spicedb.md works from the first to the last line', () => walk('spicedb', 9));
});
