import type { DecisionStep } from '../../authz/index.js';
import type { AuthorizationAttributes } from '../../plugin-api/index.js';
import { printable } from '../printable.js';

/** Returns the question of a review as a line of text. */
export function describeQuestion({ user, verb, path, namespace, ...asked }: AuthorizationAttributes): string {
  if (!asked.isResourceRequest) return printable(`${user.name} ${verb} ${path}`);
  const { group, resource, subresource, name } = asked;
  const what = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
  const place = `${name === '' ? '' : ` ${name}`}${namespace === '' ? '' : ` in ${namespace}`}`;
  return printable(`${user.name} ${verb} ${what}${place}`);
}

/** Returns what an authorizer said as a line of text. */
export function describeStep({ type, name, verdict, reason, isExcluded }: DecisionStep): string {
  const why = [isExcluded ? 'by its conditions' : '', reason].filter((text) => text !== '').join('; ');
  return `  ${printable(`${type} ${name}: ${verdict}${why === '' ? '' : ` (${why})`}`)}\n`;
}
