// Measures the same server on each storage engine, and with workers, one after another: create, update, get, consistent list
// and watch fan-out. etcd and PostgreSQL are started for it (Debian: etcd-server, postgresql); missing ones are left out.
//   node tools/bench/engines.mjs [--seconds NUMBER] [--rounds NUMBER]
//   --seconds  time of each measurement (2)
//   --rounds   how often everything is measured (1); medians are printed
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { startGenerator } from './generator-process.mjs';
import { FIXTURES } from './operations.mjs';
import { median } from './statistics.mjs';
import { startEtcd, startPostgres } from './store-processes.mjs';
import { launchMeasured } from './subjects.mjs';

const NEEDED = ['bench-get', 'bench-change', 'bench-500', 'bench-create', 'bench-watch'];
const RATES = ['create @16', 'update @16', 'get @16', 'list 500 json consistent @2'];
const CROWD = { watchers: 100, pace: 20 };

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '1' } },
});
const seconds = Number(values.seconds);
await ensureBuilt();
const engines = [
  { name: 'sqlite', start: async () => ({ flags: [], stop: async () => {} }) },
  { name: 'sqlite, 1 worker', start: async () => ({ flags: ['--workers=1'], stop: async () => {} }) },
  { name: 'sqlite, 2 workers', start: async () => ({ flags: ['--workers=2'], stop: async () => {} }) },
  { name: 'etcd', start: startEtcd },
  { name: 'postgres', start: startPostgres },
];
const figures = new Map(engines.map(({ name }) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const engine of engines) figures.get(engine.name).push(await measure(engine, round));
}
console.log(`| operation | ${engines.map(({ name }) => name).join(' | ')} |`);
for (const operation of [...RATES, 'watch fan-out']) {
  const cells = engines.map(({ name }) =>
    Math.round(median(figures.get(name).map((found) => found[operation] ?? NaN))),
  );
  console.log(`| ${operation} | ${cells.join(' | ')} |`);
}

/** Rates per second by operation; those of an engine that cannot be started are missing. */
async function measure({ name, start }, round) {
  const store = await start();
  if (!store) return {};
  const server = await launchMeasured(store.flags);
  const generator = startGenerator();
  const target = { name, url: server.url, token: server.token };
  const found = {};
  try {
    const fixtures = FIXTURES.filter(({ namespace }) => NEEDED.includes(namespace));
    await generator.run('prepare', { target, fixtures });
    for (const [i, operation] of RATES.entries()) {
      // The first run is for compiling.
      await generator.run('rate', { target, operation, run: `e${round}-${i}-w`, seconds: 1 });
      found[operation] = (await generator.run('rate', { target, operation, run: `e${round}-${i}`, seconds })).rate;
    }
    const run = `e${round}-f`;
    found['watch fan-out'] = (await generator.run('fanOut', { target, run, seconds, ...CROWD })).deliveries;
  } finally {
    generator.stop();
    await server.stop();
    await store.stop();
  }
  return found;
}
