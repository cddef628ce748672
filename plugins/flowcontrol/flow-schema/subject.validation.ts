import {
  forbidden,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { GroupSubject, ServiceAccountSubject, type Subject, UserSubject } from './subject.v1.js';

/** The kinds of subjects, in the order in which forbidden members are reported, and their members. */
const MEMBERS: readonly [kind: string, member: 'serviceAccount' | 'user' | 'group'][] = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
];
const checkUser = fieldChecker(UserSubject);
const checkGroup = fieldChecker(GroupSubject);
const checkAccount = fieldChecker(ServiceAccountSubject);
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
  if (!subject[member]) return [required(place, `${member} is required when subject kind is '${kind}'`)];
  if (member === 'serviceAccount') return accountErrors(subject.serviceAccount!, place);
  return member === 'user' ? checkUser(subject.user, place) : checkGroup(subject.group, place);
}

function accountErrors(account: ServiceAccountSubject, path: FieldPath): FieldError[] {
  return [
    ...checkAccount(account, path, 'name'),
    ...accountNameErrors(account.name ?? '', path.child('name')),
    ...checkAccount(account, path, 'namespace'),
  ];
}

function accountNameErrors(name: string, path: FieldPath): FieldError[] {
  const isName = name !== '' && name !== '*';
  return isName ? isDns1123Subdomain(name).map((message) => invalid(path, name, message)) : [];
}
