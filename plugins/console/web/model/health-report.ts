/** One check of a verbose report: `[+]ping ok`. */
export interface HealthCheckLine {
  readonly name: string;
  readonly isPassing: boolean;
  readonly remark: string;
}

/** Reads the checks of a verbose health report. */
export function checksIn(text: string): HealthCheckLine[] {
  return text
    .split('\n')
    .map((line) => /^\[([+-])\](\S+) ?(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, sign, name, remark]) => ({ name, isPassing: sign === '+', remark }));
}
