import { readFile } from 'node:fs/promises';
import { CURRENT_RELEASE, NEWEST_RELEASE, OLDEST_RELEASE, minorOf } from '../../options/index.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { isStorageError } from '../../storage/index.js';
import { loadChecked } from '../load-checked.js';
import { LOCATION_FLAGS, locationOf } from '../moving/store-locations.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { readWords } from '../read-files.js';
import { tableText } from '../table-text.js';
import { filesAt } from '../removals/manifest-findings.js';
import { type ReleaseFinding, findInManifest } from './document-findings.js';
import { KindsOfReleases } from './kinds-of-releases.js';
import { type FieldCount, countFields } from './store-findings.js';

/** The words of the command, checked. */
interface Order {
  readonly files: readonly string[];
  readonly location: ReturnType<typeof locationOf> | undefined;
  readonly releases: readonly string[];
  readonly from: string;
  readonly plugins: readonly PluginClass[];
  readonly isJson: boolean;
}

/** The findings in manifests and in the store, and the files that could not be read. */
interface Report {
  readonly findings: readonly ReleaseFinding[];
  readonly fields: readonly FieldCount[];
  readonly unread: readonly string[];
}

/**
 * Runs `binnacle release check`: what other releases of Kubernetes would refuse, drop, default otherwise or warn of in manifests,
 * and which fields of stored objects they do not have. Ends with 1 where something is found, and with 2 where a file
 * could not be read.
 */
export async function checkRelease(words: readonly string[], host: CommandHost): Promise<number> {
  const order = await readOrder(words, (await host.ownPlugins?.()) ?? []);
  const report = await reportOf(order);
  for (const message of report.unread) host.err.write(`not read: ${message}\n`);
  const { releases } = order;
  host.out.write(
    order.isJson ? `${JSON.stringify({ releases, ...report }, undefined, 2)}\n` : textOf(report, releases),
  );
  if (report.findings.length > 0 || report.fields.length > 0) return EXIT.otherwise;
  return report.unread.length > 0 ? EXIT.misused : EXIT.done;
}

async function readOrder(words: readonly string[], own: readonly PluginClass[]): Promise<Order> {
  const { values, lists, positionals } = readWords(words, {
    values: ['from', 'data-dir', 'store', 'output', ...LOCATION_FLAGS],
    lists: ['to', 'plugins'],
  });
  const { output = 'table', from = CURRENT_RELEASE, store, 'data-dir': directory } = values;
  if (output !== 'table' && output !== 'json') throw new CommandError('--output: table and json are the formats');
  const releases = lists.to.flatMap((text) => text.split(',')).map((text) => readRelease('--to', text));
  if (releases.length === 0) throw new CommandError('--to 1.N is missing');
  const place = store ?? (directory === undefined ? undefined : `sqlite:${directory}`);
  if (positionals.length === 0 && place === undefined) {
    throw new CommandError('a FILE or folder of manifests, --data-dir or --store is needed');
  }
  return {
    files: positionals,
    location: place === undefined ? undefined : locationOf(place, values),
    releases,
    from: readRelease('--from', from),
    plugins: [...own, ...(await loadChecked(lists.plugins))],
    isJson: output === 'json',
  };
}

function readRelease(flag: string, text: string): string {
  const [, minor] = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(text) ?? [];
  const span = `${OLDEST_RELEASE} to ${NEWEST_RELEASE}`;
  if (minor === undefined || Number(minor) < minorOf(OLDEST_RELEASE) || Number(minor) > minorOf(NEWEST_RELEASE)) {
    throw new CommandError(`${flag}: ${JSON.stringify(text)} is no release from ${span}, such as 1.29`);
  }
  return `1.${Number(minor)}`;
}

async function reportOf({ files, location, releases, from, plugins }: Order): Promise<Report> {
  const kinds = new KindsOfReleases(plugins);
  const findings: ReleaseFinding[] = [];
  const unread: string[] = [];
  for (const source of (await Promise.all(files.map(filesAt))).flat()) {
    try {
      findings.push(...(await findInManifest(source, await readFile(source, 'utf8'), { kinds, releases, from })));
    } catch (error) {
      unread.push(`${source}: ${(error as Error).message}`);
    }
  }
  try {
    const fields = location ? await countFields({ location, plugins, kinds, releases }) : [];
    return { findings, fields, unread };
  } catch (error) {
    throw isStorageError(error) ? new CommandError(error.message) : error;
  }
}

function textOf({ findings, fields }: Report, releases: readonly string[]): string {
  if (findings.length === 0 && fields.length === 0) {
    return `Nothing is otherwise in ${releases.map((release) => `v${release}`).join(', ')}.\n`;
  }
  const ofFiles = findings.map(({ release, effect, source, line, object, text }) => [
    `v${release}`,
    effect,
    line === undefined ? source : `${source}:${line}`,
    object,
    text,
  ]);
  const ofStore = fields.map(({ release, resource, field, objects }) => [
    `v${release}`,
    'dropped',
    'store',
    resource,
    `${field} in ${objects} ${objects === 1 ? 'object' : 'objects'}`,
  ]);
  return tableText([['RELEASE', 'EFFECT', 'FOUND IN', 'OBJECT', 'WHAT'], ...ofFiles, ...ofStore]);
}
