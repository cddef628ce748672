import { MASK } from '../../../options/index.js';

/** Names of flags whose values are secrets, other than those that name a file, a duration or a claim. */
const SECRET_FLAG = /^--?[\w-]*(?:token|password|passwd|secret|credential|private-key|api-key)[\w-]*$/i;
const HARMLESS = /-(?:file|path|dir|ttl|url|version|expiration|lookup|auth)$/;
/** The user information of a URL. */
const USER_INFORMATION = /:\/\/[^/@\s]*@/g;

/**
 * Returns the arguments of a command line, with secrets masked: the values of flags that name one, those of the given flags,
 * and the users of URLs.
 */
export function shownArguments(argv: readonly string[], secretFlags: readonly string[] = []): string[] {
  const isDeclared = (flag: string): boolean => secretFlags.includes(flag.replace(/^--/, '').replaceAll('_', '-'));
  return argv.map((argument, index) => {
    const previous = argv[index - 1] ?? '';
    // A flag that is known to take a value takes the next word, whatever it begins with.
    if (isDeclared(previous)) return MASK;
    if (namesSecret(previous) && !previous.includes('=') && !argument.startsWith('-')) return MASK;
    const equals = argument.indexOf('=');
    const flag = argument.slice(0, Math.max(equals, 0));
    if (namesSecret(flag) || isDeclared(flag)) return `${flag}=${MASK}`;
    return withoutUsers(argument);
  });
}

/** Returns the value of a flag as others may see it. */
export function shownValue(flag: string, value: string): string {
  return value !== '' && namesSecret(`--${flag}`) ? MASK : withoutUsers(value);
}

function namesSecret(flag: string): boolean {
  return SECRET_FLAG.test(flag) && !HARMLESS.test(flag);
}

function withoutUsers(text: string): string {
  return text.replace(USER_INFORMATION, `://${MASK}@`);
}
