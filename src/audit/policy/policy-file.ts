import { type Clock, type Logger, ReloadedFile } from '../../observability/index.js';
import { configurationReader } from '../../options/index.js';
import { CompiledPolicy, type PolicyAttributes, type RequestConfig } from './compiled-policy.js';
import { parsePolicy } from './parse-policy.js';

/** The dependencies of a policy file. */
export interface PolicyFileParts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The policy of a file, which is read again when it changes; one that is wrong leaves the former in force. */
export class PolicyFile {
  private readonly file: ReloadedFile<CompiledPolicy>;
  private current!: CompiledPolicy;

  private constructor(path: string, read: (text: string) => unknown, { clock, logger }: PolicyFileParts) {
    const parse = (text: string): CompiledPolicy => {
      const { policy, unknown } = parsePolicy(read(text));
      if (unknown.length > 0) logger.warn('an audit policy has unknown fields, which are ignored', { path, unknown });
      return new CompiledPolicy(policy);
    };
    const onReload = (policy: CompiledPolicy): void => void (this.current = policy);
    this.file = new ReloadedFile({ path, parse, onReload, clock, logger });
  }

  /** Reads the file, and watches it. Throws an Error with what is wrong. */
  static async open(path: string, parts: PolicyFileParts): Promise<PolicyFile> {
    const opened = new PolicyFile(path, await configurationReader(), parts);
    opened.current = await opened.file.load();
    opened.file.start();
    return opened;
  }

  /** Returns what is recorded of a request. */
  evaluate(attributes: PolicyAttributes): RequestConfig {
    return this.current.evaluate(attributes);
  }

  /** Stops watching the file. */
  close(): void {
    this.file.stop();
  }
}
