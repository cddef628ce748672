// Runs the built server under a mixed load for hours, notes figures every minute, and reports whether they stay level.
//   node tools/soak.mjs [--minutes NUMBER] [--rate NUMBER] [--json FILE] [--markdown FILE]
//   --minutes   how long (60)
//   --rate      requests a second, watches' events not counted (200)
//   --json      where each minute's figures go as a line of JSON; dist/soak.ndjson when unset
//   --markdown  where the report is written as a page
// Fails where a figure is not level: a leak shows as a slope, however small the machine.
import { mkdirSync, writeFileSync, appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchMeasured } from './bench/subjects.mjs';
import { ensureBuilt } from './build.mjs';
import { root } from './install.mjs';
import { MixedLoad } from './soak/mixed-load.mjs';
import { judgeSoak, soakPage } from './soak/report.mjs';
import { takeSample } from './soak/sample.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '200' },
    json: { type: 'string', default: join(root, 'dist', 'soak.ndjson') },
    markdown: { type: 'string' },
  },
});
const MINUTE = 60_000;

await ensureBuilt();
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, '');
const server = await launchMeasured(['--event-ttl=5m']);
const load = new MixedLoad(server, Number(values.rate));
const samples = [];
try {
  await load.start();
  for (let minute = 1; minute <= Number(values.minutes); minute++) {
    await delay(MINUTE);
    const sample = { minute, ...(await takeSample(server)), ...load.takeFigures() };
    samples.push(sample);
    appendFileSync(values.json, `${JSON.stringify(sample)}\n`);
    console.log(JSON.stringify(sample));
  }
} finally {
  load.stop();
  await server.stop();
}
const verdicts = judgeSoak(samples);
const page = soakPage(samples, verdicts, { rate: Number(values.rate), node: process.version });
if (values.markdown !== undefined) writeFileSync(values.markdown, page);
console.log(page);
process.exitCode = verdicts.every(({ isLevel }) => isLevel) ? 0 : 1;
