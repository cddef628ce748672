import { isInRelease } from '../../../../options/index.js';
import { versionInfo } from '../../version.js';
import { WARNING, type Zpage, type ZpageFacts, randomDelimiter } from './zpage.js';

const PATHS_IN_TEXT = { since: '1.34' };
/** First segments of paths that are no pages for diagnosis. */
const NOT_FOR_DIAGNOSIS: ReadonlySet<string> = new Set(['', 'apis', 'api', 'openid', 'openapi', '.well-known']);

/** The page of the start, the uptime and the versions of the process. */
export const STATUSZ_PAGE: Zpage = {
  path: '/statusz',
  gate: 'ComponentStatusz',
  kind: 'Statusz',
  name: 'statusz',
  renamedIn: '1.34',
  text: (component, facts) => `\n${component} statusz\n${WARNING}\n\n${textLines(facts)}`,
  members: statusOf,
};

interface Status {
  readonly startTime: string;
  readonly uptimeSeconds: number;
  readonly goVersion: string;
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  readonly paths: readonly string[];
}

function statusOf({ release, listedPaths }: ZpageFacts): Status {
  const uptime = process.uptime();
  return {
    startTime: new Date(Date.now() - uptime * 1000).toISOString().replace(/\.\d+/, ''),
    uptimeSeconds: Math.floor(uptime),
    goVersion: process.version,
    binaryVersion: versionInfo(release).gitVersion.slice(1),
    emulationVersion: release,
    paths: rootsOf(listedPaths()),
  };
}

function textLines(facts: ZpageFacts): string {
  const delimiter = randomDelimiter();
  const status = statusOf(facts);
  const lines = [
    ['Started', unixDate(new Date(status.startTime))],
    ['Up', uptimeText(status.uptimeSeconds)],
    ['Go version', status.goVersion],
    ['Binary version', status.binaryVersion],
    ['Emulation version', status.emulationVersion],
    ...(isInRelease(PATHS_IN_TEXT, facts) ? [['Paths', status.paths.join(' ')]] : []),
  ];
  return lines.map(([name, value]) => `${name}${delimiter} ${value}\n`).join('');
}

/** Returns the first segments of paths, each once and sorted, without those of the API. */
function rootsOf(paths: readonly string[]): string[] {
  const roots = new Set(paths.map((path) => path.split('/')[1] ?? ''));
  return [...roots]
    .filter((root) => !NOT_FOR_DIAGNOSIS.has(root))
    .map((root) => `/${root}`)
    .sort();
}

function uptimeText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
  return `${Math.floor(seconds / 3600)} hr ${twoDigits(minutes)} min ${twoDigits(rest)} sec`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** `Wed Nov  4 19:18:18 UTC 2026`, as Go's time.UnixDate. */
function unixDate(time: Date): string {
  const [, day, date, month, year, clock] = /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(time.toUTCString())!;
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${clock} UTC ${year}`;
}
