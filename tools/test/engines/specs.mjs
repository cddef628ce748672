import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../install.mjs';
import { nameOf } from './releases.mjs';

/** Parts of the paths of specs that start the servers of an engine, and the names of tests there that start another's alone. */
const SPECS = {
  postgres: {
    paths: ['storage-postgres', 'postgres-server', 'postgres-failover', 'postgres-takeover'],
    others: '(histories of|--shared-secrets) .*(etcd|workers)',
  },
  etcd: {
    paths: ['storage-etcd', 'etcd-', 'workers-on-etcd'],
    others: '(histories of|--shared-secrets) .*(PostgreSQL|workers)',
  },
};

/** Specs that start servers of several engines. */
const SHARED = ['moving-stores', 'moving-pairs', 'shared-secrets', 'consistency'];

/**
 * Returns the words that jest is called with for an engine.
 * @param {'etcd' | 'postgres'} engine
 * @returns {string[]}
 */
export function jestWords(engine) {
  const { paths, others } = SPECS[engine];
  const pattern = `test/(integration|e2e)/(${[...paths, ...SHARED].join('|')})`;
  return ['--testPathPatterns', pattern, '--testNamePattern', `^(?!${others})`];
}

/**
 * Returns the environment in which specs start the programs of a folder.
 * @param {'etcd' | 'postgres'} engine
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
export function environmentFor(engine, folder, env) {
  if (engine === 'postgres') return { ...env, TEST_POSTGRES_PROGRAMS: folder };
  return { ...env, PATH: `${folder}:${env.PATH}` };
}

/** Runs the specs of a release's engine with its programs; the line says how many tests passed and names those that failed. */
export function runSpecs(release, folder, cache) {
  const started = performance.now();
  const directory = mkdtempSync(join(cache, '.results-'));
  try {
    const file = join(directory, 'results.json');
    const words = [join(root, 'tools', 'test.mjs'), ...jestWords(release.engine), '--json', `--outputFile=${file}`];
    console.error(`Running the specs of ${nameOf(release)} ...`);
    const env = environmentFor(release.engine, folder, process.env);
    spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env });
    const { line, hasPassed } = summaryOf(JSON.parse(readFileSync(file, 'utf8')));
    return { line: `${line}, ${Math.round((performance.now() - started) / 1000)} s`, hasPassed };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Returns the counts of a report of jest. No test that passed is a failure, too: then nothing was run.
 * @param {{ success: boolean, numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number,
 *   testResults: { name: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 */
export function summaryOf(report) {
  const { success, numPassedTests, numFailedTests, numRuntimeErrorTestSuites: broken } = report;
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const counts = [`${numPassedTests} passed`, `${numFailedTests} failed`, ...(broken > 0 ? [`${broken} not run`] : [])];
  const names = failed.length > 0 ? ` (${failed.join('; ')})` : '';
  return { line: counts.join(', ') + names, hasPassed: success && numPassedTests > 0 };
}
