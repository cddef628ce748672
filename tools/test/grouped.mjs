const HOOKS = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'];
const BLOCKS = ['describe', 'it', 'test', 'fdescribe', 'fit', 'xdescribe', 'xit', 'xtest'];

/** The calls that a module makes while it is loaded, or nothing while none is. */
let calls;

/**
 * Declares the tests of several files in one, each within a block of its name, so that its hooks apply to its tests alone.
 * @param {[name: string, load: () => Promise<unknown>][]} files
 */
export async function declareGrouped(files) {
  for (const name of [...HOOKS, ...BLOCKS]) globalThis[name] = deferring(globalThis[name]);
  const { describe } = globalThis;
  for (const [name, load] of files) {
    const declarations = await declarationsOf(load);
    describe(name, () => declarations.forEach((declare) => declare()));
  }
}

async function declarationsOf(load) {
  calls = [];
  try {
    await load();
    return calls;
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return [() => globalThis.it('is loaded', fail)];
  } finally {
    calls = undefined;
  }
}

/** Blocks belong to the block under way: those of a module that is being loaded wait for its own. */
function deferring(declare) {
  const deferred = (...args) => {
    if (calls === undefined) return declare(...args);
    calls.push(() => declare(...args));
  };
  for (const name of ['only', 'skip', 'failing', 'concurrent', 'todo']) {
    if (declare[name]) deferred[name] = deferring(declare[name]);
  }
  if (declare.each) deferred.each = (...table) => deferring(declare.each(...table));
  return deferred;
}
