import { OPERATIONS } from './operations.mjs';
import { mediansOf } from './statistics.mjs';
import { formatBesideWrites, formatOperation } from './report.mjs';

/** How many watch at once, and how many objects a second are written while latencies are taken. */
const FAN_OUTS = [
  { name: 'watch fan-out, 100 watchers', watchers: 100, pace: 20 },
  { name: 'watch fan-out, 1,000 watchers', watchers: 1000, pace: 200 },
];

const BESIDE_WRITES = 'get beside 1,000 creates a second';

/** Measures every operation on every server, in turns, so that all see the same moods of the machine. */
export async function measureOperations(plan, subjects, bare, generator) {
  const results = [];
  for (const subject of subjects) await generator.run('prepare', { target: subject });
  for (const operation of OPERATIONS.filter(({ name }) => name.includes(plan.only))) {
    for (const target of subjects) await prepare(generator, target, operation);
    const targets = await serving(operation, subjects, generator);
    if (operation.hasBareTwin) targets.push(bare);
    const measured = await inTurns(plan, targets, (target, run) =>
      generator.run('rate', { target, operation: operation.name, run, seconds: plan.seconds }),
    );
    results.push({ name: operation.name, servers: measured });
    console.log(formatOperation(results.at(-1)));
  }
  for (const { name, ...crowd } of FAN_OUTS.filter((each) => each.name.includes(plan.only))) {
    const measured = await inTurns(plan, subjects, (target, run) =>
      generator.run('fanOut', { target, run, seconds: plan.seconds, ...crowd }),
    );
    results.push({ name, servers: measured });
    console.log(formatOperation(results.at(-1)));
  }
  if (BESIDE_WRITES.includes(plan.only)) {
    const measured = await inTurns(plan, subjects, (target, run) =>
      generator.run('readsBesideWrites', { target, run, seconds: plan.seconds }),
    );
    results.push({ name: BESIDE_WRITES, servers: measured });
    console.log(formatBesideWrites(results.at(-1)));
  }
  return results;
}

async function prepare(generator, target, { fixtures }) {
  if (fixtures) await generator.run('prepare', { target, fixtures });
}

/** The servers that answer in the wanted encoding; others are left out of the operation. */
async function serving(operation, subjects, generator) {
  if (operation.accept === undefined) return [...subjects];
  const answers = await Promise.all(
    subjects.map((target) => generator.run('fetch', { target, request: operation.request(0) })),
  );
  return subjects.filter((_, index) => answers[index].contentType?.startsWith(operation.accept));
}

async function inTurns({ rounds }, targets, measure) {
  const samples = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) samples.get(target.name).push(await measure(target, nextRun()));
  }
  return Object.fromEntries([...samples].map(([name, list]) => [name, mediansOf(list)]));
}

let runs = 0;

/** Names of objects carry it, so that no run meets those of another, of an earlier process neither. */
function nextRun() {
  return `${process.pid.toString(36)}-${Date.now().toString(36)}-${runs++}`;
}
