/**
 * The suites that run against a whole server and prove what a folder does. They are asked about mutants that no unit
 * spec has noticed, for each takes seconds. The first folder that a file is in counts.
 */
export const SUITES = {
  'src/authn/certificates': ['integration/front-proxies', 'integration/authn-authz', 'specification/credentials'],
  'src/authn/configuration': ['integration/token-issuers'],
  'src/authn/jwt': ['integration/token-issuers'],
  'src/authn/service-account': [
    'integration/account-tokens',
    'integration/token-controllers',
    'integration/authn-authz',
  ],
  'src/authn/webhook': ['integration/token-webhooks'],
  'src/authn': ['integration/authn-authz', 'integration/token-issuers', 'specification/credentials'],
  'src/authz': ['specification/access', 'specification/credentials', 'integration/access-inspection'],
  'src/admission': ['integration/admission', 'integration/admission-plugins'],
  'src/patch': ['integration/patches', 'integration/server-side-apply', 'specification/whole-writes'],
  'src/endpoints/answers': ['specification/representations', 'specification/lists-by-version'],
  'src/endpoints/bodies': ['specification/whole-writes', 'specification/writes'],
  'src/endpoints/connecting': ['specification/proxies'],
  'src/endpoints/reading': ['specification/lists-by-version', 'specification/reads'],
  'src/endpoints/watching': ['specification/watch-streams', 'integration/web-socket-watches'],
  'src/endpoints/writing': ['specification/whole-writes', 'specification/writes', 'specification/removals'],
  'src/endpoints': ['specification/lists-by-version', 'specification/whole-writes', 'specification/representations'],
  'src/registry': ['specification/whole-writes', 'specification/writes', 'integration/crud-and-conflicts'],
  'src/storage/encryption': ['integration/encryption', 'integration/storage-transformers'],
  'src/storage/sqlite': ['integration/store-backups', 'integration/storage-sqlite', 'integration/storage-faults'],
  'src/storage': ['integration/storage-sqlite', 'integration/storage-faults'],
};

/** Returns the suites for a file, as paths. */
export function suitesFor(file) {
  const folder = Object.keys(SUITES).find((each) => file.startsWith(`${each}/`));
  return (SUITES[folder] ?? []).map((name) => `test/${name}.int-spec.ts`);
}
