/** Names of flags whose values are secrets, other than those that name a file, a duration or a claim. */
const SECRET_FLAG = /^--?[\w-]*(?:token|password|passwd|secret|credential|private-key|api-key)[\w-]*$/i;
const HARMLESS = /-(?:file|path|dir|ttl|url|version|expiration|lookup|auth)$/;
/** The user information of a URL. */
const USER_INFORMATION = /:\/\/[^/@\s]*@/g;
const MASK = '[masked]';

/** The arguments of a command line, with secrets masked: the values of flags that name one, and the users of URLs. */
export function shownArguments(argv: readonly string[]): string[] {
  return argv.map((argument, index) => {
    const previous = argv[index - 1] ?? '';
    if (namesSecret(previous) && !previous.includes('=') && !argument.startsWith('-')) return MASK;
    const equals = argument.indexOf('=');
    if (equals > 0 && namesSecret(argument.slice(0, equals))) return `${argument.slice(0, equals)}=${MASK}`;
    return withoutUsers(argument);
  });
}

/** The value of a flag as others may see it. */
export function shownValue(flag: string, value: string): string {
  return value !== '' && namesSecret(`--${flag}`) ? MASK : withoutUsers(value);
}

function namesSecret(flag: string): boolean {
  return SECRET_FLAG.test(flag) && !HARMLESS.test(flag);
}

function withoutUsers(text: string): string {
  return text.replace(USER_INFORMATION, `://${MASK}@`);
}
