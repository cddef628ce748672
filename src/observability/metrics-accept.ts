import type { MetricsForm } from './exposition.js';
import { isWithin } from './metric-releases.js';

/** The form of an answer and its media type. */
export interface NegotiatedMetrics {
  readonly form: MetricsForm;
  readonly contentType: string;
}

const OPEN_METRICS_VERSIONS: ReadonlySet<string> = new Set(['1.0.0', '0.0.1']);
const ESCAPINGS: ReadonlySet<string> = new Set(['allow-utf-8', 'underscores', 'dots', 'values']);
/** The escaping that the client library of a release writes where none is asked for. */
const UNDERSCORES_SINCE = { since: '1.33' };

/**
 * Chooses the form of metrics for an `Accept` header: the one of highest quality that is written here, the text format
 * when none is (upstream: expfmt.NegotiateIncludingOpenMetrics, without its protobuf forms). An `escaping` parameter is
 * repeated in the answer: names have no characters that would be escaped.
 */
export function negotiateMetrics(accept: string | undefined, release: string): NegotiatedMetrics {
  let escaping = isWithin(release, UNDERSCORES_SINCE) ? 'underscores' : 'values';
  for (const { type, parameters } of rangesByQuality(accept ?? '')) {
    const asked = parameters.get('escaping');
    if (asked !== undefined && ESCAPINGS.has(asked)) escaping = asked;
    const version = parameters.get('version') ?? '';
    if (type === 'text/plain' && (version === '' || version === '0.0.4')) break;
    if (type === 'application/openmetrics-text' && (version === '' || OPEN_METRICS_VERSIONS.has(version))) {
      return { form: 'openmetrics', contentType: openMetricsType(version === '' ? '0.0.1' : version, escaping) };
    }
  }
  return { form: 'text', contentType: `text/plain; version=0.0.4; charset=utf-8; escaping=${escaping}` };
}

function openMetricsType(version: string, escaping: string): string {
  return `application/openmetrics-text; version=${version}; charset=utf-8; escaping=${escaping}`;
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

function rangesByQuality(accept: string): MediaRange[] {
  // The sort is stable: ranges of one quality keep the order of the header.
  return accept
    .split(',')
    .map(readRange)
    .sort((a, b) => b.quality - a.quality);
}

function readRange(text: string): MediaRange {
  const [type, ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(rest.map(readParameter));
  const quality = Number(parameters.get('q') ?? 1);
  return { type, quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

function readParameter(text: string): [string, string] {
  const equals = text.indexOf('=');
  return equals < 0 ? [text, ''] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}
