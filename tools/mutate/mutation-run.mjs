import { dirname } from 'node:path';

/**
 * Tries mutants spec by spec: `{ id, file, specs, suites }` each, which get an `outcome`, and `isUnsettled` where one of
 * the specs did not run.
 */
export class MutationRun {
  /** `print` gets a line for each spec; `reachOf` says how many modules one imports. */
  constructor(mutants, trials, { print, reachOf }) {
    this.mutants = mutants;
    this.byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
    this.trials = trials;
    this.print = print;
    this.reachOf = reachOf;
    for (const mutant of mutants) Object.assign(mutant, { outcome: 'not executed', loadedBy: [] });
  }

  /** Tries what no spec has noticed yet with each spec that `specsOf` names for a mutant. */
  async throughSpecs(specsOf) {
    for (const spec of this.inOrder(new Set(this.unnoticed().flatMap(specsOf)))) {
      const candidates = this.unnoticed().filter((mutant) => specsOf(mutant).includes(spec));
      if (candidates.length > 0)
        await this.throughSpec(
          spec,
          candidates.map(({ id }) => id),
        );
    }
  }

  /** Returns specs beside the mutated files first, those that import least before others: they take the shortest time. */
  inOrder(specs) {
    const folders = new Set(this.mutants.map(({ file }) => dirname(file)));
    const ranked = [...specs].map((spec) => ({ spec, isFar: !folders.has(dirname(spec)), reach: this.reachOf(spec) }));
    ranked.sort((a, b) => a.isFar - b.isFar || a.reach - b.reach || (a.spec < b.spec ? -1 : 1));
    return ranked.map(({ spec }) => spec);
  }

  async throughSpec(spec, candidates) {
    const began = Date.now();
    const found = await this.trials.attempt(spec, candidates);
    if (!found) {
      for (const id of candidates) this.byId.get(id).isUnsettled = true;
      return this.print(`${spec}: does not run\n${this.trials.errors}`);
    }
    for (const id of found.loaded) this.byId.get(id).loadedBy.push(spec);
    for (const [id, outcome] of found.outcomes) this.note(id, outcome);
    const noticed = [...found.outcomes.values()].filter((outcome) => outcome !== 'survived').length;
    this.print(
      `${spec}: ${found.outcomes.size} tried, ${noticed} noticed, ${Math.round((Date.now() - began) / 1000)} s`,
    );
    for (const test of found.failing) this.print(`  fails without a mutant: ${test}`);
  }

  /** Tries what is executed when modules load, each mutant in its own process. */
  async throughLoading() {
    for (const mutant of this.unnoticed().filter(({ loadedBy }) => loadedBy.length > 0)) {
      this.note(mutant.id, await this.trials.force(mutant.loadedBy, mutant.id));
    }
  }

  /** Keeps the outcome that says most. */
  note(id, outcome) {
    this.byId.get(id).outcome = outcome;
  }

  unnoticed() {
    return this.mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'not executed');
  }
}
