import { type Clock, type Logger, ReloadedFile } from '../../observability/index.js';
import type { UserInfo } from '../../request/index.js';
import { commonAudiences } from '../audiences.js';
import { type AuthenticationResult, TokenAuthenticator } from '../authenticator.js';
import { digestToken } from './token-digest.js';
import { parseTokenFile, type TokenEntry } from './token-file.js';

/** Where a token file is and what it is good for. */
export interface TokenFileSettings {
  readonly path: string;
  /** The audiences of this server; tokens of the file are good for these only. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the file has changed: what was known of its tokens is not true any more. */
  readonly onChange?: () => void;
}

/** Knows the tokens of `--token-auth-file`. */
export class TokenFileAuthenticator extends TokenAuthenticator {
  private users: ReadonlyMap<string, UserInfo> = new Map();
  private readonly file: ReloadedFile<TokenEntry[]>;

  private constructor(private readonly settings: TokenFileSettings) {
    super();
    this.file = new ReloadedFile({ ...settings, parse: parseTokenFile, onReload: (entries) => this.replace(entries) });
  }

  /** Reads the file and keeps up with it; fails when it cannot be used. */
  static async open(settings: TokenFileSettings): Promise<TokenFileAuthenticator> {
    const authenticator = new TokenFileAuthenticator(settings);
    authenticator.users = indexUsers(await authenticator.file.load());
    authenticator.file.start();
    return authenticator;
  }

  /** Stops watching the file. */
  close(): void {
    this.file.stop();
  }

  authenticateToken(token: string, wanted: readonly string[]): AuthenticationResult | undefined {
    const user = this.users.get(digestToken(token));
    if (user === undefined) return undefined;
    const audiences = commonAudiences(wanted, this.settings.audiences);
    return audiences.length === 0 ? undefined : { user, audiences, knownBy: 'token file' };
  }

  private replace(entries: readonly TokenEntry[]): void {
    this.users = indexUsers(entries);
    this.settings.onChange?.();
  }
}

function indexUsers(entries: readonly TokenEntry[]): Map<string, UserInfo> {
  return new Map(entries.map(({ token, name, uid, groups }) => [digestToken(token), userOf({ name, uid, groups })]));
}

function userOf({ name, uid, groups }: Omit<TokenEntry, 'token'>): UserInfo {
  return uid === '' ? { name, groups } : { name, uid, groups };
}
