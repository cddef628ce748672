import { ApiType, Field } from './decorators.js';
import { ObjectMeta } from './meta.v1.js';

/**
 * The members that every object of a kind has; the class of a kind, or of the body of a subresource, extends it. Fields of the
 * class begin with number 2.
 *
 * @public
 * @example
 * @ApiType({ name: 'com.example.harbor.v1.Pier' })
 * class Pier extends KubernetesObject { @Field(2, 'int32') length?: number; }
 */
@ApiType({ doc: 'The members that every object of a kind has.' })
export abstract class KubernetesObject {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}
