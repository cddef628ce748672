import { type ApiObject, type Column, nameColumn } from '../../../src/plugin-api/index.js';

/** What `kubectl get` shows of roles of either scope. */
export function roleColumns<T extends ApiObject>(): readonly Column<T>[] {
  return [
    nameColumn(),
    {
      name: 'Created At',
      type: 'date',
      description: 'When the object was created.',
      cell: ({ metadata }) => metadata.creationTimestamp ?? '',
    },
  ];
}
