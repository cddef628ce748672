import { makeDirectory, type Logger } from '../../observability/index.js';
import { type ApiServerOptions, type OptionProblem, OptionsError } from '../../options/index.js';
import { StorageEngines } from '../../storage/index.js';
import { periodFault } from '../certificates/index.js';
import type { AppModuleOptions } from './app.module.js';

/** Throws OptionsError where the options name a storage engine that does not exist. */
export function checkEngine({ backend }: ApiServerOptions['storage'], brought: AppModuleOptions['storage'] = {}): void {
  const { engine, engines } = brought;
  const message = engine ? undefined : new StorageEngines(engines).faultOf(backend);
  if (message === undefined) return;
  throw new OptionsError([{ option: '--storage-backend', message, remedy: 'Name one of them.' }]);
}

/** Makes the directories that the server writes to; throws OptionsError where one cannot be made. */
export async function ensureDirectories(options: ApiServerOptions): Promise<void> {
  const { storage, serving, certificateDirectory } = options;
  const wanted = new Map([[serving.certDir === '' ? '--data-dir' : '--cert-dir', certificateDirectory]]);
  if (storage.backend !== 'memory' && serving.certDir !== '') wanted.set('--data-dir', storage.dataDir);
  const problems: OptionProblem[] = [];
  for (const [option, path] of wanted) {
    await makeDirectory(path, 0o700).catch((error: Error) => {
      problems.push({
        option,
        message: `cannot make the directory ${path}: ${error.message}`,
        remedy: 'Name a directory that the user the server runs as can make and write to.',
      });
    });
  }
  if (problems.length > 0) throw new OptionsError(problems);
}

/** Warns of a serving certificate that clients reject because of its period of validity. */
export function warnOfServingCertificate(certificate: string, options: ApiServerOptions, logger: Logger): void {
  const fault = periodFault(certificate, new Date());
  if (fault === undefined) return;
  logger.warn('the serving certificate is out of its period of validity; clients will reject it', {
    fault,
    file: options.serving.tlsCertFile || options.certificateDirectory,
  });
}
