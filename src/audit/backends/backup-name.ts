import { basename, dirname, extname, join } from 'node:path';

/** The end of the name of a compressed file. */
export const COMPRESSED = '.gz';
const TIME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3})$/;

/** Returns the path that a log file gets when it is rotated: `audit.log` becomes `audit-2006-01-02T15-04-05.000.log`, in UTC. */
export function backupName(path: string, now: number): string {
  const { prefix, extension } = partsOf(path);
  const time = new Date(now).toISOString().slice(0, -1).replaceAll(':', '-');
  return join(dirname(path), `${prefix}${time}${extension}`);
}

/** Returns when the file of a name was rotated, in milliseconds since 1970; undefined for files that are no former log. */
export function timeOfBackup(path: string, name: string): number | undefined {
  const { prefix, extension } = partsOf(path);
  const plain = withoutCompressed(name);
  if (!plain.startsWith(prefix) || !plain.endsWith(extension)) return undefined;
  const match = TIME.exec(plain.slice(prefix.length, plain.length - extension.length));
  if (!match) return undefined;
  const time = Date.parse(`${match[1]}:${match[2]}:${match[3]}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the name of a file before it was compressed. */
export function withoutCompressed(name: string): string {
  return name.endsWith(COMPRESSED) ? name.slice(0, -COMPRESSED.length) : name;
}

function partsOf(path: string): { prefix: string; extension: string } {
  const extension = extname(path);
  return { prefix: `${basename(path, extension)}-`, extension };
}
