import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from '../observability/index.js';

const run = promisify(execFile);
const PROGRAM = 'systemd-notify';
/** How long a message may take, in milliseconds: the shutdown does not wait longer for it. */
const TIMEOUT_MS = 2000;

/** The service manager that started the process and wants to know its state (sd_notify). */
export interface ServiceManager {
  /** Sends assignments such as `READY=1` in one message. Never rejects: failures are logged. */
  notify(...assignments: string[]): Promise<void>;
}

/**
 * Returns the service manager behind `NOTIFY_SOCKET`, which is taken out of the environment; undefined without one.
 * Messages are datagrams on a Unix socket, which Node cannot send: systemd's own program sends them.
 */
export function serviceManagerOf(environment: NodeJS.ProcessEnv, logger: Logger): ServiceManager | undefined {
  const { NOTIFY_SOCKET: socket } = environment;
  if (!socket) return undefined;
  delete environment.NOTIFY_SOCKET;
  const env = { PATH: environment.PATH, NOTIFY_SOCKET: socket };
  return {
    notify: async (...assignments) => {
      try {
        await run(PROGRAM, assignments, { env, timeout: TIMEOUT_MS });
      } catch (error) {
        logger.warn('the service manager was not notified of the state of the server', { assignments, error });
      }
    },
  };
}

/**
 * Reloads, and says so before and after (`Type=notify-reload`): systemd takes a reload as done when it is notified that the
 * server is ready again, and compares the time with its own request. Without a manager it only reloads.
 */
export async function reloadNotifying(manager: ServiceManager | undefined, reload: () => Promise<void>): Promise<void> {
  // The clock of hrtime is CLOCK_MONOTONIC, as the protocol demands.
  await manager?.notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`);
  await reload();
  await manager?.notify('READY=1');
}
