import { type Column, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { ComponentStatusSource } from './component-status.source.js';
import { type ComponentCondition, ComponentStatus } from './component-status.v1.js';

/** ComponentStatus: the health of the control plane's parts, kept for old clients. */
export const componentStatusKind = defineKind<ComponentStatus>({
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  shortNames: ['cs'],
  namespaced: false,
  versions: [{ name: 'v1', type: ComponentStatus, deprecation: 'v1 ComponentStatus is deprecated in v1.19+' }],
  storageVersion: 'v1',
  verbs: ['get', 'list'],
  source: ComponentStatusSource,
  generation: 'none',
  columns: [
    nameColumn(),
    text('Status', 'Whether the part is healthy.', ({ type, status }) => healthWord(type, status)),
    text('Message', 'What the part says.', ({ message }) => message ?? ''),
    text('Error', 'What went wrong.', ({ error }) => error ?? ''),
  ],
});

function text(
  name: string,
  description: string,
  cell: (condition: Partial<ComponentCondition>) => string,
): Column<ComponentStatus> {
  return {
    name,
    type: 'string',
    description,
    cell: ({ conditions }) => cell(conditions?.find(({ type }) => type === 'Healthy') ?? {}),
  };
}

function healthWord(type: string | undefined, status: string | undefined): string {
  if (type === undefined) return 'Unknown';
  return status === 'True' ? 'Healthy' : 'Unhealthy';
}
