import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { instrument } from './instrumentation.mjs';
import { digestOf } from './results.mjs';

/** The parts of a checkout that tests read. There is no `dist` before the first build. */
const COPIED = [
  'src',
  'plugins',
  'test',
  'tools',
  'docs',
  'dist',
  'package.json',
  'package-lock.json',
  'jest.config.mjs',
];

/** The file that names the process a directory belongs to. */
const OWNER = 'owner.pid';

const SWITCH = join('tools', 'mutate', 'mutant-switch.mjs');

/** A copy of the checkout whose sources hold all their mutants. The checkout itself is never changed. */
export class Sandbox {
  constructor(root) {
    this.directory = claimDirectory(join(tmpdir(), `mutate-${digestOf([root]).slice(0, 12)}`));
    const names = COPIED.filter((name) => existsSync(join(root, name)));
    for (const name of names) cpSync(join(root, name), join(this.directory, name), { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules'), join(this.directory, 'node_modules'));
  }

  /** Writes the numbered mutants of a file into its copy. */
  instrument(file, mutants) {
    const path = join(this.directory, file);
    const switchPath = relative(dirname(file), SWITCH);
    writeFileSync(path, instrument(readFileSync(path, 'utf8'), mutants, switchPath));
  }

  /** Removes the copy. */
  close() {
    // Running processes write into it until they have ended.
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/**
 * The first of a row of directories that no living process has claimed, emptied. Their paths stay the same between runs,
 * so that jest's cache serves them.
 */
function claimDirectory(base) {
  for (let place = 0; ; place++) {
    const directory = `${base}-${place}`;
    if (isClaimed(directory)) continue;
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    writeFileSync(join(directory, OWNER), String(process.pid));
    return directory;
  }
}

function isClaimed(directory) {
  try {
    return process.kill(Number(readFileSync(join(directory, OWNER), 'utf8')), 0);
  } catch {
    return false;
  }
}
