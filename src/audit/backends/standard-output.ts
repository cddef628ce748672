import type { LogOutput } from './log-backend.js';

/** Standard output as the output of a log. */
export const STANDARD_OUTPUT: LogOutput = {
  write(bytes, fail) {
    process.stdout.write(bytes, (error) => {
      if (error) fail(error);
    });
  },
  close() {},
};
