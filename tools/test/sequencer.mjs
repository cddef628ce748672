import Sequencer from '@jest/test-sequencer';

/** Suffixes by how long files take: the slow ones start first, so that no processor waits for the last of them. */
const KINDS = [/\.e2e-spec\.ts$/, /\.int-spec\.ts$/, /\.spec\.ts$/];

/** Starts tests of whole servers before those of units: without times of an earlier run, Jest starts the largest files first. */
export default class SlowFirst extends Sequencer {
  /** Sorts as Jest does within the files of a kind. */
  sort(tests) {
    return super.sort(tests).sort((left, right) => kindOf(left) - kindOf(right));
  }
}

function kindOf({ path }) {
  return KINDS.findIndex((pattern) => pattern.test(path));
}
