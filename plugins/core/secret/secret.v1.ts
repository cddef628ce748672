import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultSecret } from './secret.defaults.js';

/** Shape of v1.Secret. */
@ApiType({ name: 'k8s.io.api.core.v1.Secret', defaults: defaultSecret })
export class Secret {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, 'bytes', { map: true })
  data?: Record<string, string>;

  @Field(3, 'string', { alias: 'v1.SecretType' })
  type?: string;

  @Field(4, 'string', { map: true })
  stringData?: Record<string, string>;

  @Field(5, 'bool', { pointer: true })
  immutable?: boolean;
}
