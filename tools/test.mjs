// Installs and builds as needed, then runs the tests: node tools/test.mjs [--unit] [arguments of jest]
//   --unit  only the tests beside the sources, which need no build
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runTests } from './test/run-tests.mjs';

const isUnit = process.argv[2] === '--unit';
const given = process.argv.slice(isUnit ? 3 : 2);

ensureInstalled();
if (!isUnit) await ensureBuilt();

await runTests([...given, ...(isUnit ? ['--testMatch', '**/*.spec.ts'] : [])]);
