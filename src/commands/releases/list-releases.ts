import { CURRENT_RELEASE, NEWEST_RELEASE, OLDEST_RELEASE, minorOf } from '../../options/index.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readFlags } from '../read-files.js';
import { tableText } from '../table-text.js';
import compared from './compared.json' with { type: 'json' };
import { KindsOfReleases } from './kinds-of-releases.js';
import { type ReleaseSize, sizeOf } from './release-size.js';

/** A part of a release that was compared: types by their members, documents, or requests with their answers. */
export type ComparedPart = keyof (typeof compared)['parts'];

/** How many agree, and how many were compared. */
interface Agreement {
  readonly passed: number;
  readonly total: number;
}

/** A release that the server shows. */
export interface ShownRelease extends ReleaseSize {
  readonly release: string;
  readonly isDefault: boolean;
  /** The agreement with the published types of the release and with the answers of a server; empty where nothing was compared. */
  readonly compared: Readonly<Partial<Record<ComparedPart, Agreement>>>;
}

/** The parts that are compared, in the order in which they are shown. */
export const COMPARED_PARTS = Object.keys(compared.parts) as ComparedPart[];

/** Returns the releases that the server shows, the newest first. */
export async function shownReleases(host: Pick<CommandHost, 'ownPlugins'>): Promise<ShownRelease[]> {
  const kinds = new KindsOfReleases((await host.ownPlugins?.()) ?? []);
  const found: ShownRelease[] = [];
  for (let minor = minorOf(NEWEST_RELEASE); minor >= minorOf(OLDEST_RELEASE); minor--) {
    const release = `1.${minor}`;
    const isDefault = release === CURRENT_RELEASE;
    found.push({ release, isDefault, ...sizeOf(kinds, release), compared: agreementsOf(release) });
  }
  return found;
}

function agreementsOf(release: string): ShownRelease['compared'] {
  const results = COMPARED_PARTS.map((part) => [part, (compared.parts[part] as Results)[release]] as const);
  return Object.fromEntries(results.filter(([, result]) => result !== undefined));
}

type Results = Readonly<Record<string, Agreement | undefined>>;

/** Runs `binnacle releases`: the releases that `--emulated-version` takes, their size, and how much of each was compared. */
export async function listReleases(words: readonly string[], host: CommandHost): Promise<number> {
  const { output = 'table' } = readFlags(words, { values: ['output'] });
  if (output !== 'table' && output !== 'json') throw new CommandError('--output: table and json are the formats');
  const shown = await shownReleases(host);
  host.out.write(output === 'json' ? `${JSON.stringify(shown, undefined, 2)}\n` : textOf(shown));
  return EXIT.done;
}

function textOf(shown: readonly ShownRelease[]): string {
  const head = ['RELEASE', 'VERSIONS', 'KINDS', 'TYPES', 'FIELDS', ...COMPARED_PARTS.map((part) => part.toUpperCase())];
  return tableText([head, ...shown.map(cellsOf)]);
}

function cellsOf(shown: ShownRelease): string[] {
  const { release, isDefault, groupVersions, kinds, types, fields } = shown;
  const agreements = COMPARED_PARTS.map((part) => {
    const result = shown.compared[part];
    return result ? `${result.passed}/${result.total}` : '-';
  });
  const sizes = [groupVersions, kinds, types, fields].map(String);
  return [`v${release}${isDefault ? ' (default)' : ''}`, ...sizes, ...agreements];
}
