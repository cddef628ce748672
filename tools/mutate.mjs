// Changes sources in small ways and prints the changes that no test notices: npm run mutate -- PATH... [options]
// Changes that tools/mutate/equivalent.tsv explains are counted apart.
//   PATH             files or folders of sources, src/authn for one
//   --since REV      only lines changed since a revision of git
//   --max N          N mutants at most, spread evenly
//   --stall S        seconds after which a process that reports nothing is ended; 60 unless set
//   --seconds S      how long the tests for one mutant may take together in each spec; 1 unless set, more where the machine is loaded
//   --unit           unit specs only, without the suites that run a server
//   --no-loading     without trying what modules execute when they load, each of which takes a process
// With --requirement ID it makes the changes of tools/mutate/broken-requirements.tsv that break the requirement instead,
// and prints which of the tests that name it notice; "all" stands for every requirement of that table.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './install.mjs';
import { readBroken } from './mutate/broken-requirements.mjs';
import { Equivalents } from './mutate/equivalents.mjs';
import { ImportGraph } from './mutate/import-graph.mjs';
import { changedLines } from './mutate/changed-lines.mjs';
import { mutantsOf } from './mutate/mutators.mjs';
import { MutationResults, digestOf } from './mutate/results.mjs';
import { MutationRun } from './mutate/mutation-run.mjs';
import { RequirementRun } from './mutate/requirement-run.mjs';
import { Sandbox } from './mutate/sandbox.mjs';
import { spread } from './mutate/spread.mjs';
import { suitesFor } from './mutate/suites.mjs';
import { Trials } from './mutate/trial.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    max: { type: 'string' },
    stall: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '1' },
    unit: { type: 'boolean', default: false },
    'no-loading': { type: 'boolean', default: false },
    requirement: { type: 'string', multiple: true },
  },
});
if (values.requirement) process.exit(tryRequirements(values.requirement) ? 0 : 1);
const graph = new ImportGraph(root);
const equivalents = Equivalents.read(join(root, 'tools', 'mutate', 'equivalent.tsv'));
const results = new MutationResults(join(root, 'node_modules', '.cache', 'mutate', 'results.json'));

const all = positionals.flatMap(sourcesIn).flatMap(workOf);
const work = spread(all, Number(values.max ?? Infinity)).map((each, i) => ({ ...each, id: i + 1 }));
console.log(`${work.length} mutants${work.length < all.length ? ` of ${all.length}` : ''}`);
for (const each of work) each.outcome = outcomeOf(each);
await tryAll(work.filter(({ outcome }) => outcome === undefined));
printOutcomes();

/**
 * Returns the outcome of an earlier run: with the same tests, or with the unit specs alone if these killed the mutant.
 */
function outcomeOf({ mutant, unitDigest, digest }) {
  const outcome = results.find(unitDigest, mutant);
  return isNoticed(outcome) ? outcome : results.find(digest, mutant, values['no-loading']);
}

function isNoticed(outcome) {
  return outcome === 'killed' || outcome === 'timed out';
}

function keep(mutants, digestOfWork) {
  for (const each of mutants.filter(({ outcome, isUnsettled }) => isNoticed(outcome) || !isUnsettled)) {
    // A mutant that its tests notice needs no trial of loading.
    const isPartial = values['no-loading'] && !isNoticed(each.outcome);
    results.keep(digestOfWork(each), each.mutant, { outcome: each.outcome, isPartial });
  }
  results.save();
}

function sourcesIn(path) {
  const full = resolve(path);
  const names = statSync(full).isFile()
    ? [full]
    : readdirSync(full, { recursive: true }).map((name) => join(full, name));
  return names.filter((name) => /(?<!\.(?:int-)?spec)\.ts$/.test(name)).map((name) => relative(root, name));
}

function workOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const lines = values.since === undefined ? undefined : changedLines(diffSince(values.since, file));
  const specs = graph.specsFor(file);
  const suites = values.unit ? [] : suitesFor(file);
  const unitDigest = digestOf([text, ...textsOf(specs)]);
  // Mutants that no test noticed are tried again with more time.
  const time = values.seconds === '1' ? [] : [values.seconds];
  const digest = digestOf([text, ...textsOf([...specs, ...suites]), ...time]);
  const mutants = mutantsOf(text, file).filter(({ line }) => lines?.has(line) ?? true);
  return mutants.map((mutant) => ({ file, mutant, specs, suites, unitDigest, digest }));
}

function textsOf(names) {
  return names.map((name) => readFileSync(join(root, name), 'utf8'));
}

function diffSince(revision, file) {
  return execFileSync('git', ['diff', '--unified=0', revision, '--', file], { cwd: root, encoding: 'utf8' });
}

async function tryAll(untried) {
  if (untried.length === 0) return;
  const sandbox = new Sandbox(root);
  const times = { stallMs: Number(values.stall) * 1000, timeMs: Number(values.seconds) * 1000 };
  const trials = new Trials(sandbox.directory, { count: work.length, ...times });
  process.on('exit', () => {
    trials.end();
    sandbox.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  for (const [file, mutants] of Map.groupBy?.(untried, ({ file }) => file) ?? groupByFile(untried)) {
    sandbox.instrument(
      file,
      mutants.map(({ id, mutant }) => ({ ...mutant, id })),
    );
  }
  const reachOf = (spec) => graph.reachedFrom(spec).size;
  const run = new MutationRun(untried, trials, { print: (line) => console.log(line), reachOf });
  await run.throughSpecs(({ specs }) => specs);
  keep(
    untried.filter(({ outcome }) => isNoticed(outcome)),
    ({ unitDigest }) => unitDigest,
  );
  await run.throughSpecs(({ suites }) => suites);
  if (!values['no-loading']) await run.throughLoading();
  keep(untried, ({ digest }) => digest);
}

function groupByFile(list) {
  const groups = new Map();
  for (const each of list) groups.set(each.file, [...(groups.get(each.file) ?? []), each]);
  return groups;
}

/** Reports whether the tests of requirements notice all changes that break them. */
function tryRequirements(ids) {
  const table = readBroken(join(root, 'tools', 'mutate', 'broken-requirements.tsv'));
  const changes = table.filter(({ id }) => ids.includes(id) || ids.includes('all'));
  const unknown = ids.filter((id) => id !== 'all' && !changes.some((change) => change.id === id));
  for (const id of unknown) console.log(`${id}: tools/mutate/broken-requirements.tsv has no change for it`);
  const sandbox = new Sandbox(root);
  process.on('exit', () => sandbox.close());
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  const run = new RequirementRun(sandbox.directory);
  const unnoticed = changes.filter((change) => !isNoticedBy(run, change));
  console.log(`${changes.length} changes, ${changes.length - unnoticed.length} noticed`);
  return unnoticed.length + unknown.length === 0;
}

/** Prints the tests of a requirement by what they do about a change. Tests that fail without it notice nothing. */
function isNoticedBy(run, change) {
  const { passed, failed } = run.attempt(change);
  const sound = failed.length > 0 ? new Set(run.testsOf(change.id).passed) : new Set();
  const noticing = failed.filter((name) => sound.has(name));
  console.log(`${change.id}: ${change.file}: ${noticing.length} of ${passed.length + failed.length} tests notice`);
  for (const name of failed) console.log(`  ${sound.has(name) ? 'fails' : 'fails without the change'}: ${name}`);
  for (const name of passed) console.log(`  passes: ${name}`);
  return noticing.length > 0;
}

function printOutcomes() {
  const counts = { killed: 0, 'timed out': 0, explained: 0, survived: 0, 'not executed': 0 };
  const sources = new Map([...new Set(work.map(({ file }) => file))].map((file) => [file, textsOf([file])[0]]));
  for (const { file, mutant, outcome } of work) {
    const code = sources.get(file).split('\n')[mutant.line - 1].trim();
    const isExplained = !isNoticed(outcome) && equivalents.reasonFor(file, code, mutant.name) !== undefined;
    counts[isExplained ? 'explained' : outcome]++;
    if (!isExplained && !isNoticed(outcome)) console.log(`${file}:${mutant.line}: ${outcome}: ${mutant.name}`);
  }
  for (const { file, code } of equivalents.stale(sources)) console.log(`${file}: explained, but gone: ${code}`);
  console.log(
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', '),
  );
  process.exit(counts.survived + counts['not executed'] > 0 ? 1 : 0);
}
