import { CommandError } from '../output.js';
import type { ApiAnswer, ApiClient } from '../api-client.js';
import { type ManifestObject, describeObject } from './manifest.js';
import type { Collection, ResourceFinder } from './resource-finder.js';
import { changesWithValues } from './changed-values.js';

/** A rule of users that looked at an object, and what it said. */
export interface RuleAnswer {
  readonly rule: string;
  readonly outcome: string;
  readonly message?: string;
  readonly changes?: readonly string[];
  readonly ms: number;
}

/** An admission plugin that looked at an object. */
export interface PluginAnswer {
  readonly plugin: string;
  readonly step: string;
  readonly round?: number;
  readonly outcome: string;
  readonly ms: number;
  readonly rules?: readonly RuleAnswer[];
}

/** The result of trying one object. */
export interface Trial {
  readonly object: string;
  readonly isAllowed: boolean;
  readonly code: number;
  /** Empty for an object that is allowed. */
  readonly reason: string;
  readonly message: string;
  readonly warnings: readonly string[];
  /** Undefined where the server does not say. */
  readonly plugins: readonly PluginAnswer[] | undefined;
  /** The number of answers that the server has left out. */
  readonly omitted: number;
  /** The object as it would be stored; undefined where it would not. */
  readonly result: object | undefined;
}

const DRY_RUN = { dryRun: 'All' };
const MANAGER = { fieldManager: 'binnacle-admission-try' };

/** Tries an object on a server as a dry run: it is created, or applied where it is there already. Throws CommandError. */
export async function tryObject(client: ApiClient, finder: ResourceFinder, object: ManifestObject): Promise<Trial> {
  const collection = await finder.find(object);
  if (!collection) {
    throw new CommandError(
      `${describeObject(object, '')}: the server does not serve ${object.apiVersion} ${object.kind}`,
    );
  }
  const isThere = await exists(client, collection, object);
  const answer = isThere ? await apply(client, collection, object) : await create(client, collection, object);
  return trialOf(describeObject(object, collection.namespace), answer);
}

async function exists(client: ApiClient, { path }: Collection, { metadata }: ManifestObject): Promise<boolean> {
  if (metadata.name === undefined) return false;
  const { status } = await client.send({ method: 'GET', path: `${path}/${encodeURIComponent(metadata.name)}` });
  return status === 200;
}

function create(client: ApiClient, { path }: Collection, object: ManifestObject): Promise<ApiAnswer> {
  return client.send({ method: 'POST', path, query: { ...DRY_RUN, ...MANAGER }, body: object });
}

function apply(client: ApiClient, { path }: Collection, object: ManifestObject): Promise<ApiAnswer> {
  return client.send({
    method: 'PATCH',
    path: `${path}/${encodeURIComponent(object.metadata.name!)}`,
    query: { ...DRY_RUN, ...MANAGER, force: 'true' },
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: object,
  });
}

function trialOf(object: string, { status, headers, body }: ApiAnswer): Trial {
  const isAllowed = status < 300;
  const decision = headers['binnacle-decision'];
  if (typeof decision === 'string' && !decision.startsWith('Allow')) {
    throw new CommandError(`${object}: ${textOf(body.message)}`);
  }
  const { plugins, omitted } = readTrace(headers['binnacle-admission']);
  return {
    object,
    isAllowed,
    code: status,
    reason: isAllowed ? '' : textOf(body.reason),
    message: isAllowed ? '' : textOf(body.message),
    warnings: readWarnings(headers.warning),
    plugins: isAllowed ? plugins?.map((plugin) => withValues(plugin, body)) : plugins,
    omitted,
    result: isAllowed ? body : undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function withValues(plugin: PluginAnswer, result: object): PluginAnswer {
  const rules = plugin.rules?.map((rule) =>
    rule.changes ? { ...rule, changes: changesWithValues(rule.changes, result) } : rule,
  );
  return rules ? { ...plugin, rules } : plugin;
}

/** Reads the header of `--decision-trace`. */
function readTrace(header: ApiAnswer['headers'][string]): Pick<Trial, 'plugins' | 'omitted'> {
  if (typeof header !== 'string') return { plugins: undefined, omitted: 0 };
  const entries = JSON.parse(header) as readonly (PluginAnswer | { readonly omitted: number })[];
  const plugins = entries.filter((entry): entry is PluginAnswer => 'plugin' in entry);
  const [left] = entries.filter((entry): entry is { readonly omitted: number } => 'omitted' in entry);
  return { plugins, omitted: left?.omitted ?? 0 };
}

/** Reads the texts of Warning headers: `299 - "text"`, several of them separated by commas. */
export function readWarnings(header: ApiAnswer['headers'][string]): string[] {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return [...text.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) => quoted.replace(/\\(.)/g, '$1'));
}
