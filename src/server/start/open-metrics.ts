import { readFile } from 'node:fs/promises';
import {
  type AllowedLabels,
  type Logger,
  type MetricDefinition,
  MetricsRegistry,
  type Sample,
  readAllowedLabels,
} from '../../observability/index.js';
import {
  type ApiServerOptions,
  type MetricsOptions,
  configurationReader,
  isAllowedLabelKey,
  minorOf,
} from '../../options/index.js';
import { versionInfo } from '../pages/version.js';

/** Creates the registry of a server's metrics, with those of the server as a whole. */
export async function openMetrics(options: ApiServerOptions, logger: Logger): Promise<MetricsRegistry> {
  const { api, observability, metrics: chosen } = options;
  const metrics = new MetricsRegistry({
    release: api.emulatedRelease,
    showsHidden: observability.showHiddenMetricsForVersion !== '',
    disabled: chosen.disabledMetrics,
    allowedLabels: await allowedLabels(chosen, logger),
  });
  const dropped = { name: 'binnacle_log_lines_dropped_total', help: 'Number of log lines that could not be written' };
  metrics.observed(dropped, 'counter', () => [{ labels: {}, value: logger.droppedLines }]);
  metrics.observed(FEATURE_ENABLED, 'gauge', () => featureSamples(options));
  metrics.observed(BUILD_INFO, 'gauge', () => [{ labels: buildLabels(api.emulatedRelease), value: 1 }]);
  metrics.observed(VERSION_INFO, 'gauge', () => [{ labels: versionLabels(api.emulatedRelease), value: 1 }]);
  return metrics;
}

/** The allowed values of labels: those of the flag or, without any, of the file. A file that cannot be used is logged. */
async function allowedLabels(
  { allowMetricLabels, allowMetricLabelsManifest: path }: MetricsOptions,
  logger: Logger,
): Promise<ReadonlyMap<string, AllowedLabels>> {
  if (path === '' || Object.keys(allowMetricLabels).length > 0) return readAllowedLabels(allowMetricLabels);
  try {
    return readAllowedLabels(readManifest((await configurationReader())(await readFile(path, 'utf8'))));
  } catch (error) {
    logger.error('the allow list of metric labels cannot be used', { path, error });
    return new Map();
  }
}

function readManifest(document: unknown): Record<string, string> {
  const entries = Object.entries((document ?? {}) as object);
  const isValid = entries.every(([key, value]) => isAllowedLabelKey(key) && typeof value === 'string');
  if (!isValid) throw new Error('expected pairs of metric,label and a comma-separated list');
  return Object.fromEntries(entries);
}

const FEATURE_ENABLED: MetricDefinition = {
  name: 'kubernetes_feature_enabled',
  help: 'Features by stage, 1 where they are on.',
  releases: { since: '1.26', stability: { '1.27': 'BETA' } },
  labels: ['name', 'stage'],
};

const BUILD_INFO: MetricDefinition = {
  name: 'kubernetes_build_info',
  help: 'The build information of /version, as labels; always 1.',
  releases: { stability: { '1.36': 'BETA' } },
  labels: [
    'build_date',
    'compiler',
    'git_commit',
    'git_tree_state',
    'git_version',
    'go_version',
    'major',
    'minor',
    'platform',
  ],
};

const VERSION_INFO: MetricDefinition = {
  name: 'version_info',
  help: 'The release that is served, and the oldest one that it is compatible with, as labels; always 1.',
  labels: ['binary', 'component', 'emulation', 'min_compat'],
  releases: { since: '1.34' },
};

/** A server of the release has the release before as the oldest that it is compatible with. */
function versionLabels(release: string): Record<string, string> {
  const before = `1.${minorOf(release) - 1}`;
  return { binary: release, component: 'kube', emulation: release, min_compat: before };
}

/** The members of `/version` by the names of labels: `gitVersion` is `git_version`. */
function buildLabels(release: string): Record<string, string> {
  const entries = Object.entries(versionInfo(release)).map(([name, value]) => [labelOf(name), value] as const);
  return Object.fromEntries(entries);
}

function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Features that can be relied on have no stage. */
function featureSamples({ features }: ApiServerOptions): Sample[] {
  return features.states().map(({ name, stage, isEnabled }) => ({
    labels: { name, stage: stage === 'GA' ? '' : stage.toUpperCase() },
    value: isEnabled ? 1 : 0,
  }));
}
