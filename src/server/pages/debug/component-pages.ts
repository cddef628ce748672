import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { type ApiServerOptions, shownFlags } from '../../../options/index.js';
import { versionInfo } from '../version.js';
import { shownValue } from './shown-arguments.js';

/** The name by which clients know an API server. */
const COMPONENT = 'kube-apiserver';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
/** One of them is chosen at random, as upstream does, so that no program parses the pages. */
const DELIMITERS = [':', ': ', '=', ' '];
const FLAGZ = '/flagz';
const STATUSZ = '/statusz';

/** Serves what the server was started with, and since when (upstream: zpages; gates ComponentFlagz and ComponentStatusz). */
export class ComponentPages {
  private readonly pages = new Map<string, () => MaybePromise<string>>();

  constructor(options: ApiServerOptions) {
    if (options.features.enabled('ComponentFlagz')) {
      const delimiter = randomDelimiter();
      this.pages.set(FLAGZ, () => flagzText(options, delimiter));
    }
    if (options.features.enabled('ComponentStatusz')) {
      this.pages.set(STATUSZ, () => statuszText(options.api.emulatedRelease));
    }
  }

  /** Returns the paths that are served, for the list of paths. */
  paths(): string[] {
    return [...this.pages.keys()];
  }

  /** Handles a request for a page; reports whether the path is one. */
  async answer(context: RequestContext): Promise<boolean> {
    const text = this.pages.get(context.path);
    if (!text) return false;
    if (acceptsText(context.headers.accept)) context.send(200, { contentType: PLAIN_TEXT, body: await text() });
    else refuse(context);
    return true;
  }
}

function refuse(context: RequestContext): void {
  const body = 'media type not acceptable, must be: text/plain\n';
  context.send(406, { contentType: PLAIN_TEXT, body }, { 'x-content-type-options': 'nosniff' });
}

/** Reports whether an Accept header names plain text, or a wildcard for it; a header that is missing names nothing. */
function acceptsText(accept = ''): boolean {
  return accept.split(',').some((part) => {
    const [type, ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const others = parameters.filter((parameter) => !parameter.startsWith('q='));
    return /^(text|\*)\/(plain|\*)$/.test(type) && (others.length === 0 || others.join() === 'charset=utf-8');
  });
}

async function flagzText(options: ApiServerOptions, delimiter: string): Promise<string> {
  const lines = (await shownFlags(options)).map(([name, value]) => `${name}${delimiter}${shownValue(name, value)}\n`);
  return `\n${COMPONENT} flags\n${WARNING}\n\n${lines.join('')}`;
}

function statuszText(release: string): string {
  const delimiter = randomDelimiter();
  const uptime = process.uptime();
  const lines = [
    ['Started', unixDate(new Date(Date.now() - uptime * 1000))],
    ['Up', uptimeText(Math.floor(uptime))],
    ['Go version', process.version],
    ['Binary version', versionInfo(release).gitVersion.slice(1)],
    ['Emulation version', release],
  ].map(([name, value]) => `${name}${delimiter} ${value}\n`);
  return `\n${COMPONENT} statusz\n${WARNING}\n\n${lines.join('')}`;
}

function randomDelimiter(): string {
  return DELIMITERS[Math.floor(Math.random() * DELIMITERS.length)];
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
