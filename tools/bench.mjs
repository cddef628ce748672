// Measures API servers side by side and compares Binnacle with upper bounds of the machine; docs/benchmarks.md says
// how to read it. Needs a build (npm run build).
//   node tools/bench.mjs [--quick] [--only TEXT] [--json FILE] [--server name=https://host:port,token=TOKEN[,pid=PID[+PID]]]...
//   --quick   shorter slices and fewer of them
//   --only    only operations whose name contains the text
//   --json    where to write the figures; dist/bench.json when unset
//   --server  a server to measure; several are measured in turns. Without any: the built Binnacle, started for it.
//             pid: its processes, such as the API server's and its etcd's, whose processor times are added
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArguments } from './bench/arguments.mjs';
import { measureAuthorization } from './bench/authorization.mjs';
import { measureFlowControl } from './bench/flow-control.mjs';
import { startBareServer } from './bench/bare-server.mjs';
import { measureEngine } from './bench/engine.mjs';
import { judge } from './bench/goals.mjs';
import { startGenerator } from './bench/generator-process.mjs';
import { measureOperations } from './bench/measure-operations.mjs';
import { measureMemory, measureReadiness, residentOf } from './bench/own-process.mjs';
import { measureCustomForms, measurePodForms } from './bench/forms.mjs';
import { printReport } from './bench/report.mjs';
import { measureStartParts } from './bench/start-profile.mjs';
import { startSubjects } from './bench/subjects.mjs';
import { ensureBuilt } from './build.mjs';
import { root } from './install.mjs';

const plan = readArguments(process.argv.slice(2));
await ensureBuilt();

const isAsked = (name) => plan.only === undefined || name.includes(plan.only);
const podForms = isAsked('pod forms') ? await measurePodForms() : undefined;
const customForms = isAsked('custom forms') ? await measureCustomForms() : undefined;
const readiness = await measureReadiness(plan.starts);
const startParts = await measureStartParts();
const memory = await measureMemory();
const subjects = await startSubjects(plan.servers);
const generator = startGenerator();
let operations, bare, residentAfter;
const residentBefore = residentOf(subjects.all);
try {
  bare = await startBareServer(subjects.all[0], readiness.certificate, generator);
  operations = await measureOperations(plan, subjects.all, bare, generator);
  residentAfter = residentOf(subjects.all);
} finally {
  bare?.stop();
  generator.stop();
  await subjects.stop();
}
const engine = await measureEngine(plan.seconds);
const authorization = await measureAuthorization();
const flowControl = await measureFlowControl();

const figures = {
  node: process.version,
  ...readiness.figures,
  startParts,
  ...memory,
  names: subjects.all.map(({ name }) => name),
  residentBefore,
  residentAfter,
  engine,
  authorization,
  flowControl,
  operations,
  podForms,
  customForms,
};
const verdicts = judge(figures);
printReport(figures, verdicts);
const file = plan.json ?? join(root, 'dist', 'bench.json');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify({ ...figures, verdicts }, null, 2)}\n`);
console.log(`\nFigures written to ${file}`);
