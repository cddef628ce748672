import { type Strategy, forbiddenResource } from '../../../src/plugin-api/index.js';
import type { PriorityClass } from './priority-class.v1.js';
import { validatePriorityClass, validatePriorityClassUpdate } from './priority-class.validation.js';
import { systemClassOf } from './system-priority-classes.js';

const RESOURCE = { group: 'scheduling.k8s.io', resource: 'priorityclasses' };

/** The rules of priority classes. */
export const priorityClassStrategy: Strategy<PriorityClass> = {
  repeatedMetadataCheck: 'change',
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
  checkDelete({ metadata: { name = '' } }) {
    if (!systemClassOf(name)) return;
    throw forbiddenResource(RESOURCE, name, 'this is a system priority class and cannot be deleted');
  },
};
