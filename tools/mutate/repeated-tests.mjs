/**
 * Returns a copy of a describe block of jest's runner under another parent, with its hooks, to be run on its own.
 * `origins` gets the copied test's original.
 */
export function copyDescribe(block, parent, origins) {
  const copy = { ...block, parent, tests: [], hooks: [] };
  copy.hooks = block.hooks
    .filter((hook) => !isFinal(hook, block))
    .map((hook) => ({ ...hook, parent: copy, seenDone: false }));
  copy.children = block.children.map((child) =>
    child.type === 'describeBlock' ? copyDescribe(child, copy, origins) : copyTest(child, copy, origins),
  );
  return copy;
}

/** Returns hooks that take away what loading the spec has made: they cannot be repeated, and run once at the end. */
export function finalHooksOf(block) {
  const inner = block.children.flatMap((child) => (child.type === 'describeBlock' ? finalHooksOf(child) : []));
  return [...inner, ...block.hooks.filter((hook) => isFinal(hook, block))];
}

/** Objects that no hook recreates must not be removed after each mutant. */
function isFinal({ type }, block) {
  return type === 'afterAll' && !block.hooks.some((hook) => hook.type === 'beforeAll');
}

function copyTest(test, parent, origins) {
  const copy = { ...test, ...FRESH, parent, errors: [], retryReasons: [], unhandledRejectionErrorByPromise: new Map() };
  origins.set(copy, test);
  return copy;
}

const FRESH = { duration: null, invocations: 0, numPassingAsserts: 0, seenDone: false, startedAt: null, status: null };

/** Returns the tests of a block and of all blocks in it. */
export function testsOf(block) {
  return block.children.flatMap((child) => (child.type === 'describeBlock' ? testsOf(child) : [child]));
}

/** Returns all hooks of a block and of all blocks in it. */
export function hooksOf(block) {
  return [...block.hooks, ...block.children.flatMap((child) => (child.type === 'describeBlock' ? hooksOf(child) : []))];
}
