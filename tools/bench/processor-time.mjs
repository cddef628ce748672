import { readFileSync } from 'node:fs';

/** Clock ticks of the kernel are a hundredth of a second wherever Node runs. */
const TICK_MICROSECONDS = 10_000;

/**
 * Returns the processor time of a process so far with all its threads, in microseconds; undefined if the system does
 * not report it.
 */
export function processorTime(pid) {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the process is in brackets, and may contain anything (proc_pid_stat(5)).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MICROSECONDS;
}

/** Returns the processor times of several processes; undefined if there are none, or the system does not report them. */
export function processorTimes(pids = []) {
  const times = pids.map(processorTime);
  return times.length === 0 || times.includes(undefined) ? undefined : times;
}
