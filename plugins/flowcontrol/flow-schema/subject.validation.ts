import {
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import type { ServiceAccountSubject, Subject } from './subject.v1.js';

/** The kinds of subjects, in the order in which forbidden members are reported, and their members. */
const MEMBERS: readonly [kind: string, member: 'serviceAccount' | 'user' | 'group'][] = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
];
const KINDS = ['Group', 'ServiceAccount', 'User'];

/** Checks a subject: the member of its kind is there, and no other. */
export function validateSubject(subject: Subject, path: FieldPath): FieldError[] {
  const { kind = '' } = subject;
  const own = MEMBERS.find(([name]) => name === kind);
  if (!own) return [notSupported(path.child('kind'), kind, KINDS)];
  const others = MEMBERS.filter(([name, member]) => name !== kind && subject[member] !== undefined);
  return [
    ...ownErrors(subject, own, path),
    ...others.map(([name, member]) =>
      forbidden(path.child(member), `${member} is forbidden when subject kind is not '${name}'`),
    ),
  ];
}

function ownErrors(subject: Subject, [kind, member]: (typeof MEMBERS)[number], path: FieldPath): FieldError[] {
  const place = path.child(member);
  const value = subject[member];
  if (!value) return [required(place, `${member} is required when subject kind is '${kind}'`)];
  if (member === 'serviceAccount') return accountErrors(subject.serviceAccount!, place);
  return value.name ? [] : [required(place.child('name'))];
}

function accountErrors({ name = '', namespace = '' }: ServiceAccountSubject, path: FieldPath): FieldError[] {
  return [
    ...accountNameErrors(name, path.child('name')),
    ...accountNamespaceErrors(namespace, path.child('namespace')),
  ];
}

function accountNameErrors(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  return name === '*' ? [] : isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

function accountNamespaceErrors(namespace: string, path: FieldPath): FieldError[] {
  if (namespace === '') return [required(path, 'must specify namespace for service account')];
  return isDns1123Label(namespace).map((message) => invalid(path, namespace, message));
}
