import { testsOf } from './repeated-tests.mjs';

/** Which tests of a spec execute which mutants, observed while the tests run as they are. */
export class TestCoverage {
  /**
   * `switchState` notes the mutants that are asked about; those of before are executed when modules load. The tests for
   * one mutant may take `timeMs` together.
   */
  constructor(switchState, timeMs) {
    this.state = switchState;
    this.timeMs = timeMs;
    this.origins = new Map();
    this.tests = new Map();
    this.prepared = new Map();
    this.durations = new Map();
    this.loaded = this.taken();
  }

  /** Returns the mutants that were asked about since the last call. */
  taken() {
    const ids = [];
    this.state.hits.forEach((hit, id) => hit && ids.push(id));
    this.state.hits.fill(0);
    return ids;
  }

  /** Takes in an event of jest's runner. What hooks for all tests execute is kept apart. */
  observe({ name, test, hook, describeBlock }) {
    const isForAll = hook?.type === 'beforeAll' || hook?.type === 'afterAll';
    if (name === 'test_start' || (name === 'hook_start' && isForAll)) this.taken();
    if (name === 'test_start') this.began = performance.now();
    if (name === 'hook_success' && isForAll) this.note(testsOf(describeBlock), this.taken(), this.prepared);
    if (name === 'test_done') {
      this.durations.set(this.origins.get(test), performance.now() - this.began);
      this.note([test], test.errors.length === 0 ? this.taken() : []);
    }
  }

  note(tests, ids, executed = this.tests) {
    for (const id of ids) {
      if (!executed.has(id)) executed.set(id, new Set());
      for (const test of tests) executed.get(id).add(this.origins.get(test));
    }
  }

  /**
   * Returns the tests that a mutant is tried with: those that execute it, or else those whose hooks do. The quickest
   * come first, and no more than fit the time for one mutant.
   */
  testsOf(id) {
    const tests = [...(this.tests.get(id) ?? this.prepared.get(id) ?? [])];
    let rest = this.timeMs;
    const isWorthIt = (test, i) => i === 0 || (rest -= this.durationOf(test)) > 0;
    return new Set(tests.sort((a, b) => this.durationOf(a) - this.durationOf(b)).filter(isWorthIt));
  }

  /** Returns milliseconds that a test took without a mutant. */
  durationOf(test) {
    return this.durations.get(test) ?? 0;
  }

  /**
   * Returns a summary: `loaded`, the mutants executed by loading the spec; `covered`, those its tests execute;
   * `failing`, its failing tests.
   */
  summary(tests) {
    const failing = tests.filter((test) => test.errors.length > 0).map((test) => test.name);
    return { loaded: this.loaded, covered: [...new Set([...this.tests.keys(), ...this.prepared.keys()])], failing };
  }
}
