const ID = /^[A-Z]+-[A-Za-z0-9.-]+$/;

/** Returns the ids a test's full name gives in brackets: `Store.create() answers AlreadyExists [NAME-01, VERB-02]`. */
export function idsIn(name) {
  const groups = [...name.matchAll(/\[([^[\]]*)\]/g)].map(([, inside]) => inside.split(', '));
  return groups.filter((ids) => ids.every((id) => ID.test(id))).flat();
}

/**
 * Returns the requirements that a test run proves, by id: `{ passed, failed }`, lists of full names of tests. Tests
 * that were skipped count as neither.
 */
export function provenBy({ testResults }) {
  const proven = new Map();
  for (const { fullName, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    if (status !== 'passed' && status !== 'failed') continue;
    for (const id of idsIn(fullName)) {
      if (!proven.has(id)) proven.set(id, { passed: [], failed: [] });
      proven.get(id)[status].push(fullName);
    }
  }
  return proven;
}
