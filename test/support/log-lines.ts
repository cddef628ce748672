import { type Logger, createLogger } from '../../src/observability/index.js';

/** The lines that a logger has written. */
export interface LogLines {
  readonly logger: Logger;
  readonly text: string;
  clear(): void;
}

/** Returns a logger that keeps its lines. */
export function collectLines(): LogLines {
  let text = '';
  const logger = createLogger({ destination: { write: (line: string) => void (text += line) } });
  return {
    logger,
    get text() {
      return text;
    },
    clear: () => (text = ''),
  };
}
