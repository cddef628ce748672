import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTests, specsWithId } from '../specification/specs-with-ids.mjs';
import { broken, namePattern } from './broken-requirements.mjs';

const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const JEST = [
  join('node_modules', 'jest', 'bin', 'jest.js'),
  '--runInBand',
  '--silent',
  '--forceExit',
  '--ci',
  '--json',
];

/** Runs the tests of requirements in a copy of the checkout whose sources break them. */
export class RequirementRun {
  constructor(directory) {
    this.directory = directory;
    this.results = join(directory, 'requirement-tests.json');
    this.files = readTests(directory);
  }

  /** Returns `{ passed, failed }`, the names of the tests of a requirement by their result with the change. */
  attempt(change) {
    const path = join(this.directory, change.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, broken(text, change));
    try {
      return this.testsOf(change.id);
    } finally {
      writeFileSync(path, text);
    }
  }

  /** Returns the names of the tests of a requirement by their result with the sources as they are in the copy. */
  testsOf(id) {
    // Tests of the built program would not see the change.
    const specs = specsWithId(this.files, id).filter((path) => !path.endsWith('.e2e-spec.ts'));
    if (specs.length === 0) return { passed: [], failed: [] };
    rmSync(this.results, { force: true });
    const selected = [
      '--testNamePattern',
      namePattern(id),
      `--outputFile=${this.results}`,
      '--runTestsByPath',
      ...specs,
    ];
    spawnSync(process.execPath, [...FLAGS, ...JEST, ...selected], { cwd: this.directory, stdio: 'ignore' });
    const { testResults } = JSON.parse(readFileSync(this.results, 'utf8'));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
    return { passed: named('passed'), failed: named('failed') };
  }
}
