import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.ConfigMap. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMap', doc: 'Settings by key that pods can read.' })
export class ConfigMap {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'string', { map: true, doc: 'Text values by key; no key may also be in binaryData.' })
  data?: Record<string, string>;

  @Field(3, 'bytes', { map: true, doc: 'Binary values by key, in base64; no key may also be in data.' })
  binaryData?: Record<string, string>;

  @Field(4, 'bool', { since: '1.18', pointer: true, doc: 'Fixes the content; once true it cannot be changed.' })
  immutable?: boolean;
}
