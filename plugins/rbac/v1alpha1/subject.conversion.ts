import type { ApiObject, Conversion } from '../../../src/plugin-api/index.js';
import type { Subject } from '../role-binding/role-binding.v1.js';
import { OWN_VERSION, USERS } from './subject.defaults.js';
import type { SubjectV1alpha1 } from './subject.v1alpha1.js';

const GROUP = 'rbac.authorization.k8s.io';

/** Between v1 and the version whose subjects have an apiVersion in place of a group. */
export const subjectConversion: Conversion<
  ApiObject & { subjects?: SubjectV1alpha1[] },
  ApiObject & { subjects?: Subject[] }
> = {
  toHub: ({ subjects, ...rest }) => ({ ...rest, subjects: subjects?.map(toSubject) }),
  fromHub: ({ subjects, ...rest }) => ({ ...rest, subjects: subjects?.map(fromSubject) }),
};

function toSubject({ apiVersion = '', ...subject }: SubjectV1alpha1): Subject {
  // The user of that name once stood for all users.
  if (subject.kind === 'User' && subject.name === '*')
    return { ...subject, kind: 'Group', name: 'system:authenticated', apiGroup: GROUP };
  if (subject.kind === 'ServiceAccount') return { ...subject, apiGroup: '' };
  if (USERS.has(subject.kind)) return { ...subject, apiGroup: GROUP };
  // No other kind was ever valid: what it says is kept as it stands.
  return { ...subject, apiGroup: apiVersion };
}

function fromSubject({ apiGroup = '', ...subject }: Subject): SubjectV1alpha1 {
  if (subject.kind === 'ServiceAccount') return { ...subject, apiVersion: 'v1' };
  if (USERS.has(subject.kind)) return { ...subject, apiVersion: OWN_VERSION };
  return { ...subject, apiVersion: apiGroup };
}
