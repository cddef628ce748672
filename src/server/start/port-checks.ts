import { createServer } from 'node:net';
import { freeSocket } from './socket-file.js';
import { type OptionProblem, OptionsError, type ServingOptions } from '../../options/index.js';

/** Advice for each code that the operating system refuses a port with. */
const FAULTS: Readonly<Record<string, readonly [fault: string, remedy: string]>> = {
  EADDRINUSE: [
    'is in use by another process',
    'Stop that process, or use another port; --secure-port=0 takes a free one.',
  ],
  EACCES: ['needs more rights', 'Use a port from 1024 on.'],
  EADDRNOTAVAIL: ['is at an address that this machine does not have', 'Use another --bind-address.'],
};

/** Throws OptionsError where a port or socket cannot be listened on, before anything is opened that would have to be closed. */
export async function ensurePorts(serving: ServingOptions): Promise<void> {
  const { bindAddress, securePort, insecurePort, insecureSocket } = serving;
  const found = await Promise.all([
    portProblem('--secure-port', bindAddress, securePort),
    insecurePort > 0 ? portProblem('--insecure-port', '127.0.0.1', insecurePort) : undefined,
    insecureSocket === '' ? undefined : socketProblem('--insecure-socket', insecureSocket),
  ]);
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new OptionsError(problems);
}

async function portProblem(option: string, host: string, port: number): Promise<OptionProblem | undefined> {
  const { code = '', message } = (await listenOnce(host, port)) ?? {};
  if (message === undefined) return undefined;
  const [fault, remedy] = FAULTS[code] ?? [`cannot be listened on: ${message}`, 'Use another port.'];
  return { option, message: `port ${port} of ${host} ${fault}`, remedy };
}

function listenOnce(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

async function socketProblem(option: string, path: string): Promise<OptionProblem | undefined> {
  const fault = await freeSocket(path);
  return fault === undefined ? undefined : { option, message: `${path} ${fault}`, remedy: 'Give another path.' };
}
