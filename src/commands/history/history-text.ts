import { createTwoFilesPatch } from 'diff';
import type { ApiObject } from '../../client/index.js';
import { stringifyYaml } from '../../codecs/yaml/index.js';
import { WIDE_GAP, tableText } from '../table-text.js';
import type { ShownChange } from './history-client.js';

/** Lines around a difference. */
const CONTEXT = 3;
/** Changed fields that a row of the table names. */
const SHOWN_CHANGES = 3;
const HEADER = ['REVISION', 'EVENT', 'WHEN', 'WHO', 'CHANGES'];

/** Changes as a table, in the order given. */
export function changeTable(changes: readonly ShownChange[]): string {
  return tableText([HEADER, ...changes.map(rowOf)], WIDE_GAP);
}

function rowOf({ revision, type, time, timeSource, writers, changes = [], unreadable }: ShownChange): string[] {
  // A tilde: the time of the newest owner, where the store has none.
  const when = time === undefined ? '<unknown>' : `${timeSource === 'object' ? '~' : ''}${time}`;
  const who = writers.map(({ manager, subresource }) => (subresource ? `${manager} (${subresource})` : manager));
  const others = changes.length - SHOWN_CHANGES;
  const what = [...changes.slice(0, SHOWN_CHANGES), ...(others > 0 ? [`and ${others} more`] : [])];
  return [String(revision), type, when, who.join(', ') || '-', unreadable ? 'unreadable' : what.join(', ')];
}

/** Returns the difference between two states as a patch of their YAML; a state that is missing is an empty file. */
export function diffText(before: ApiObject | undefined, after: ApiObject | undefined): string {
  const nameOf = (object: ApiObject | undefined): string => `revision ${object?.metadata.resourceVersion ?? 'none'}`;
  const [from, to] = [yamlOf(before), yamlOf(after)];
  const patch = createTwoFilesPatch(nameOf(before), nameOf(after), from, to, undefined, undefined, {
    context: CONTEXT,
  });
  // The first line is a ruler of the format that no tool needs.
  return patch.slice(patch.indexOf('\n') + 1);
}

/** An object as YAML, without what every write changes. */
function yamlOf(object: ApiObject | undefined): string {
  if (!object) return '';
  const { managedFields: _owners, resourceVersion: _version, ...metadata } = object.metadata;
  return stringifyYaml({ ...object, metadata });
}
