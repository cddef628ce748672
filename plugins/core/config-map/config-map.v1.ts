import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.ConfigMap. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMap' })
export class ConfigMap {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, 'string', { map: true })
  data?: Record<string, string>;

  @Field(3, 'bytes', { map: true })
  binaryData?: Record<string, string>;

  @Field(4, 'bool', { pointer: true })
  immutable?: boolean;
}
