import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultSecret } from './secret.defaults.js';

/** Shape of v1.Secret. */
@ApiType({
  name: 'k8s.io.api.core.v1.Secret',
  doc: 'Small pieces of confidential data, such as passwords and keys.',
  defaults: defaultSecret,
})
export class Secret {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'bytes', { map: true, doc: 'Values by key, each encoded in base64.' })
  data?: Record<string, string>;

  @Field(3, 'string', { alias: 'v1.SecretType', doc: 'What the data is for; Opaque when unset; cannot be changed.' })
  type?: string;

  @Field(4, 'string', { map: true, doc: 'Values as plain text, merged over data on writing; never returned.' })
  stringData?: Record<string, string>;

  @Field(5, 'bool', { since: '1.18', pointer: true, doc: 'Forbids changes of the data; cannot be taken back.' })
  immutable?: boolean;
}
