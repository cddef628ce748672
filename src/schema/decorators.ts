import { callSite, noteSite } from './declared-at.js';
import { refuseStandardDecorators } from './standard-decorators.js';
import type { ApiTypeOptions, FieldOptions, FieldType } from './type-metadata.js';
import { recordOf } from './type-metadata.js';

/**
 * Declares a class as the shape of an API type. What is compiled from it: see `compileType`. Its defaults name what they
 * look at of a value, and the class has to fit that.
 *
 * @public
 * @example
 * @ApiType({ doc: 'The wanted state of a berth.' })
 * class BerthSpec { @Field(1, 'int32') lengthMetres?: number; }
 */
export function ApiType<T = unknown>(options: ApiTypeOptions<T> = {}): (target: abstract new () => T) => void {
  const site = callSite(ApiType);
  return (target, ...context: unknown[]) => {
    refuseStandardDecorators('@ApiType', context[0]);
    noteSite(target, site);
    recordOf(target).options = options;
  };
}

/**
 * Declares a member of an API type.
 *
 * `number` is the protobuf field number, unique within the type and never reused. By default the member is optional:
 * left out of answers when unset or zero. `pointer` keeps zero apart from unset, `always` writes zero.
 *
 * @public
 * @example
 * class BerthSpec { @Field(1, 'string', { required: true, doc: 'Name of the pier.' }) pier: string; }
 */
export function Field(number: number, type: FieldType, options: FieldOptions = {}): PropertyDecorator {
  return (target, name) => {
    refuseStandardDecorators('@Field', name);
    recordOf(target.constructor).fields.push({ ...options, name: String(name), number, type });
  };
}
