import { invalid, type StrictMapping } from '../../apimachinery/index.js';

/** Returns the selector of a review as the text of a query parameter. */
export function selectorTextOf(selector: StrictMapping | undefined): string | undefined {
  if (selector === undefined) return undefined;
  selector.refuseOthers(['rawSelector', 'requirements']);
  if (selector.has('rawSelector')) return selector.text('rawSelector');
  return selector.list('requirements').map(termOf).join(',');
}

function termOf(requirement: StrictMapping): string {
  requirement.refuseOthers(['key', 'operator', 'values']);
  const [key, operator, values] = [requirement.text('key'), requirement.text('operator'), requirement.texts('values')];
  const isOne = values.length === 1;
  switch (operator) {
    case 'In':
      return isOne ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`;
    case 'NotIn':
      return isOne ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      requirement.errors.push(invalid(requirement.path.child('operator'), operator, 'is no operator of a selector'));
      return '';
  }
}
