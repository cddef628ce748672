// The environment of jest in which a spec is run once as it is and then once for each mutant, in one process.
import { appendFileSync, readFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { TestCoverage } from './test-coverage.mjs';
import { copyDescribe, finalHooksOf, hooksOf, testsOf } from './repeated-tests.mjs';

/** Milliseconds that a test of a mutant may take beside ten times what it took without one. */
const PATIENCE_MS = 1500;

/** Milliseconds for a hook of a mutant's tests. */
const HOOK_TIMEOUT_MS = 20_000;

/**
 * Reads its plan from the file in MUTATION_PLAN: `candidates`, the numbers of mutants to try; `timeMs`, how long the tests
 * for one may take; `forced`, a mutant that is on from the start, in which case nothing is repeated; `report`, the file that gets a line of JSON for each finding.
 */
export default class MutantEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN, 'utf8'));
    this.switch = { active: this.plan.forced ?? 0, hits: new Uint8Array(this.plan.count + 1), calls: 0 };
    this.switch.limit = Infinity;
    this.global.mutation = this.switch;
    this.trials = new Map();
  }

  report(finding) {
    appendFileSync(this.plan.report, `${JSON.stringify(finding)}\n`);
  }

  handleTestEvent(event, state) {
    if (this.plan.forced !== undefined) return;
    if (event.name === 'run_start') this.begin(state.rootDescribeBlock);
    this.coverage?.observe(event);
    if (event.name === 'run_describe_start') this.beginDescribe(event.describeBlock, state);
    if (event.name === 'run_describe_finish') this.finishDescribe(event.describeBlock, state);
    if (event.name === 'test_start') this.beginTest(event.test);
    if (event.name === 'test_done' && event.test.errors.length > 0 && this.trial) this.trial.failed ??= event.test;
  }

  /** Places the tests as they are first, and a block for all that follows behind them. */
  begin(root) {
    this.original = { ...root };
    this.coverage = new TestCoverage(this.switch, this.plan.timeMs);
    this.unchanged = copyDescribe(root, root, this.coverage.origins);
    this.repeated = { ...root, parent: root, hooks: [], children: [], tests: [] };
    root.hooks = finalHooksOf(this.original);
    root.children = [this.unchanged, this.repeated];
  }

  beginDescribe(block, state) {
    if (block === this.repeated) this.addTrials();
    const trial = this.trials.get(block);
    if (!trial || this.isSpoilt) return;
    this.trial = trial;
    this.fill(block, trial.isCheck ? this.covers([trial.of.failed]) : this.known.testsOf(trial.id));
    trial.unhandled = state.unhandledErrors.length;
    Object.assign(this.switch, { active: trial.isCheck ? 0 : trial.id, calls: 0 });
    if (!trial.isCheck) this.report({ began: trial.id });
  }

  /** Returns the originals of copied tests. */
  covers(tests) {
    return new Set(tests.filter(Boolean).map((test) => this.origins.get(test)));
  }

  /** Adds two blocks for each mutant: its tests, and afterwards the test that failed once more without the mutant. */
  addTrials() {
    this.known = this.coverage;
    this.coverage = undefined;
    this.origins = new Map();
    this.switch.limit = 10 * this.switch.calls + 1_000_000;
    this.report(this.known.summary(testsOf(this.unchanged)));
    for (const id of this.plan.candidates.filter((each) => this.known.testsOf(each).size > 0)) {
      const trial = { id };
      for (const each of [trial, { id, isCheck: true, of: trial }]) {
        const block = { ...this.original, parent: this.repeated, children: [], hooks: [], tests: [] };
        this.trials.set(block, each);
        this.repeated.children.push(block);
      }
    }
  }

  /** Copies the tests into a block; those that are not wanted are skipped. */
  fill(block, wanted) {
    if (wanted.size === 0) return;
    const copy = copyDescribe(this.original, block, this.origins);
    block.children = [copy];
    for (const hook of hooksOf(copy)) hook.timeout = HOOK_TIMEOUT_MS;
    for (const test of testsOf(copy)) {
      const origin = this.origins.get(test);
      if (!wanted.has(origin)) test.mode = 'skip';
      test.timeout = 10 * this.known.durationOf(origin) + PATIENCE_MS;
    }
  }

  beginTest(test) {
    if (!this.trial) return;
    if (test.errors.length > 0) this.trial.failed ??= test;
    if (this.trial.failed) test.mode = 'skip';
  }

  finishDescribe(block, state) {
    const trial = this.trials.get(block);
    if (!trial || trial !== this.trial) return;
    const unhandled = state.unhandledErrors.splice(trial.unhandled);
    const errors = [...(trial.failed?.errors ?? []), ...unhandled];
    if (trial.isCheck && errors.length > 0) {
      this.isSpoilt = true;
      this.report({ spoilt: trial.id });
    }
    if (!trial.isCheck) this.report({ id: trial.id, outcome: outcomeOf(errors), test: trial.failed?.name });
    Object.assign(this.switch, { active: 0, calls: 0 });
    for (const test of testsOf(block)) if (test !== trial.failed) this.origins.delete(test);
    block.children = [];
    this.trial = undefined;
  }
}

function outcomeOf(errors) {
  if (errors.length === 0) return 'survived';
  const isLate = errors.flat().some((error) => /^Exceeded timeout|runs without end/.test(error?.message ?? ''));
  return isLate ? 'timed out' : 'killed';
}
