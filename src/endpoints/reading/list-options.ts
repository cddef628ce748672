import {
  type FieldError,
  FieldPath,
  FieldSelector,
  LabelSelector,
  type StatusError,
  badRequest,
  forbidden,
  invalidObject,
  notSupported,
} from '../../apimachinery/index.js';
import { isTrue } from '../../request/index.js';

/** Options of list, watch and deletecollection. */
export interface ListOptionsQuery {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** Reads the query of a list, watch or deletecollection. Checks values, not their combinations. */
export function readListOptions(query: URLSearchParams, version: SelectableVersion): ListOptionsQuery {
  return {
    labels: orBadRequest(() => LabelSelector.parse(query.get('labelSelector') ?? '')),
    fields: readFieldSelector(query.get('fieldSelector') ?? '', version),
    limit: readInteger(query, 'limit') ?? 0,
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    match: (query.get('resourceVersionMatch') ?? '') as ListOptionsQuery['match'],
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: query.get('sendInitialEvents') === null ? undefined : isTrue(query.get('sendInitialEvents')),
    timeoutSeconds: readInteger(query, 'timeoutSeconds'),
  };
}

/** A watch that may begin with any state begins with the objects there are (upstream: SetListOptionsDefaults). */
export function withWatchDefaults(options: ListOptionsQuery): ListOptionsQuery {
  const isSettled = options.sendInitialEvents !== undefined || options.match !== '';
  const isFromAnyState = options.resourceVersion === '' || options.resourceVersion === '0';
  if (isSettled || !isFromAnyState) return options;
  return { ...options, sendInitialEvents: true, match: 'NotOlderThan' };
}

function unknownField(field: string, { describeUnselectable, hasOwnSelectableFields }: SelectableVersion): StatusError {
  if (describeUnselectable) return badRequest(describeUnselectable(field));
  if (hasOwnSelectableFields) return badRequest(`field label not supported: ${field}`);
  return badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
}

function orBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** What selecting by fields needs to know of a version. */
interface SelectableVersion {
  readonly selectableFields: ReadonlySet<string>;
  readonly hasOwnSelectableFields: boolean;
  readonly describeUnselectable?: (field: string) => string;
}

function readFieldSelector(text: string, version: SelectableVersion): FieldSelector {
  if (text === '') return FieldSelector.everything;
  const selector = orBadRequest(() => FieldSelector.parse(text));
  return selector.transform((field, value) => {
    if (!version.selectableFields.has(field)) throw unknownField(field, version);
    return { field, value };
  });
}

/** Checks how the options of a list go together; 422 with every fault. */
export function checkListOptions(options: ListOptionsQuery): void {
  refuse(listFaults(options));
}

/** Checks how the options of a watch go together; 422 with every fault. */
export function checkWatchOptions(options: ListOptionsQuery): void {
  refuse(watchFaults(options));
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}

function watchFaults(options: ListOptionsQuery): FieldError[] {
  const match = FieldPath.of('resourceVersionMatch');
  const errors: FieldError[] = [];
  if (options.sendInitialEvents !== undefined && options.match !== 'NotOlderThan')
    errors.push(forbidden(match, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  if (options.match === '') return errors;
  if (options.sendInitialEvents === undefined)
    errors.push(forbidden(match, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  if (options.match !== 'NotOlderThan') errors.push(notSupported(match, options.match, ['NotOlderThan']));
  if (options.continueToken !== '')
    errors.push(forbidden(match, 'resourceVersionMatch is forbidden when continue is provided'));
  return errors;
}

function listFaults(options: ListOptionsQuery): FieldError[] {
  const errors: FieldError[] = [];
  const match = FieldPath.of('resourceVersionMatch');
  if (options.match !== '') {
    if (options.resourceVersion === '')
      errors.push(forbidden(match, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (options.continueToken !== '')
      errors.push(forbidden(match, 'resourceVersionMatch is forbidden when continue is provided'));
    if (options.match !== 'Exact' && options.match !== 'NotOlderThan')
      errors.push(notSupported(match, options.match, ['Exact', 'NotOlderThan', '']));
    if (options.match === 'Exact' && options.resourceVersion === '0')
      errors.push(forbidden(match, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  if (options.sendInitialEvents !== undefined)
    errors.push(forbidden(FieldPath.of('sendInitialEvents'), 'sendInitialEvents is forbidden for list'));
  return errors;
}
