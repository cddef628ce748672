import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultTokenRequestSpec } from './token-request.defaults.js';

/** Shape of v1.BoundObjectReference. */
@ApiType({ name: 'k8s.io.api.authentication.v1.BoundObjectReference' })
export class BoundObjectReference {
  @Field(1, 'string')
  kind?: string;

  @Field(2, 'string')
  apiVersion?: string;

  @Field(3, 'string')
  name?: string;

  @Field(4, 'string')
  uid?: string;
}

/** Shape of v1.TokenRequestSpec. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenRequestSpec', defaults: defaultTokenRequestSpec })
export class TokenRequestSpec {
  @Field(1, 'string', { list: true, always: true, required: true })
  audiences?: string[];

  @Field(3, BoundObjectReference, { pointer: true, always: true })
  boundObjectRef?: BoundObjectReference;

  @Field(4, 'int64', { pointer: true, always: true })
  expirationSeconds?: number;
}

/** Shape of v1.TokenRequestStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenRequestStatus' })
export class TokenRequestStatus {
  @Field(1, 'string', { always: true, required: true })
  token: string;

  @Field(2, 'time', { always: true, required: true })
  expirationTimestamp: string;
}

/** Shape of v1.TokenRequest. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenRequest' })
export class TokenRequest {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, TokenRequestSpec, { always: true, required: true })
  spec: TokenRequestSpec;

  @Field(3, TokenRequestStatus)
  status?: TokenRequestStatus;
}
