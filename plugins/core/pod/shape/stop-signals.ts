const NAMES =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP ' +
  'TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ';
const upTo = (limit: number): number[] => Array.from({ length: limit }, (_, at) => at + 1);
const REAL_TIME = [
  'RTMAX',
  ...upTo(14).map((offset) => `RTMAX-${offset}`),
  'RTMIN',
  ...upTo(15).map((offset) => `RTMIN+${offset}`),
];

/** The signals that may stop a container, by the operating system of its pod, in alphabetical order. */
export const STOP_SIGNALS = {
  linux: [...NAMES.split(' '), ...REAL_TIME].map((name) => `SIG${name}`).sort(),
  windows: ['SIGKILL', 'SIGTERM'],
} as const satisfies Record<string, readonly string[]>;
