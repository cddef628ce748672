import { type ApiObject, type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { Binding } from './role-binding.validation.js';

/** Returns the columns of `kubectl get` for bindings of either scope. */
export function bindingColumns<T extends ApiObject & Binding>(): readonly ReleaseColumn<T>[] {
  const role: Column<T> = {
    name: 'Role',
    type: 'string',
    description: 'The role that is given.',
    cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  };
  return [
    nameColumn(),
    { ...role, since: '1.17' },
    ageColumn(),
    { ...role, priority: 1, until: '1.16' },
    subjectColumn('Users', 'User'),
    subjectColumn('Groups', 'Group'),
    subjectColumn('ServiceAccounts', 'ServiceAccount'),
  ];
}

function subjectColumn<T extends ApiObject & Binding>(name: string, kind: string): Column<T> {
  return {
    name,
    type: 'string',
    priority: 1,
    description: `Subjects of kind ${kind}.`,
    cell: ({ subjects }) =>
      (subjects ?? [])
        .filter((subject) => subject.kind === kind)
        .map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name}` : subject.name))
        .join(', '),
  };
}
