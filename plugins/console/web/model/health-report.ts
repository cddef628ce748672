/** One check of a verbose report: `[+]ping ok`. */
export interface HealthCheckLine {
  readonly name: string;
  readonly isPassing: boolean;
  readonly remark: string;
}

/** Reads the checks of a verbose health report. */
export function checksIn(text: string): HealthCheckLine[] {
  return text.split('\n').flatMap((line) => {
    const sign = line.slice(0, SIGN);
    if (sign !== '[+]' && sign !== '[-]') return [];
    const [name, ...remark] = line.slice(SIGN).split(' ');
    return [{ name, isPassing: sign === '[+]', remark: remark.join(' ') }];
  });
}

/** The length of the sign before each line. */
const SIGN = 3;
