/** The release of Node.js that CI's main run and the image use: the newest with long-term support. */
export const MAIN_RELEASE = '24.22.3';

/**
 * The releases of Node.js that tests run on, by what they are asked for by. The oldest that package.json accepts stands for 20:
 * a newer function of Node would go unnoticed on any other. Fixed, so that a check's result does not depend on the day.
 */
export const RELEASES = new Map([
  ['20', '20.19.0'],
  ['22', '22.23.5'],
  ['24', MAIN_RELEASE],
  ['26', '26.12.1'],
]);
