/**
 * Keeps the process running when its output is closed, and when a file may not grow any more: both are then errors of
 * the write in question.
 */
export function tolerateBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('SIGXFSZ', () => {});
}
