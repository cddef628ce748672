import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultTokenRequestSpec } from './token-request.defaults.js';

/** Shape of v1.BoundObjectReference. */
@ApiType({ name: 'k8s.io.api.authentication.v1.BoundObjectReference', doc: 'An object a token is tied to.' })
export class BoundObjectReference {
  @Field(1, 'string', { doc: 'Kind of the object: Pod, Secret or Node.' })
  kind?: string;

  @Field(2, 'string', { doc: 'Group and version of the object, such as v1.' })
  apiVersion?: string;

  @Field(3, 'string', { doc: 'Name of the object the token is tied to.' })
  name?: string;

  @Field(4, 'string', { alias: 'types.UID', doc: 'UID the object must have; any when unset.' })
  uid?: string;
}

/** Shape of v1.TokenRequestSpec. */
@ApiType({
  name: 'k8s.io.api.authentication.v1.TokenRequestSpec',
  doc: 'What kind of token is asked for.',
  defaults: defaultTokenRequestSpec,
})
export class TokenRequestSpec {
  @Field(1, 'string', {
    variants: [{ since: '1.36', required: undefined }],
    list: true,
    always: true,
    required: true,
    doc: 'Who may accept the token; the API server when empty.',
  })
  audiences?: string[];

  @Field(3, BoundObjectReference, {
    pointer: true,
    always: true,
    doc: 'Object whose deletion makes the token invalid.',
  })
  boundObjectRef?: BoundObjectReference;

  @Field(4, 'int64', { pointer: true, always: true, doc: 'Wanted lifetime in seconds; 3600 when unset, at least 600.' })
  expirationSeconds?: number;
}

/** Shape of v1.TokenRequestStatus. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenRequestStatus', doc: 'The token that was issued.' })
export class TokenRequestStatus {
  @Field(1, 'string', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'The token that was issued.',
  })
  token: string;

  @Field(2, 'time', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'Moment at which the token expires.',
  })
  expirationTimestamp: string;
}

/** Shape of v1.TokenRequest. */
@ApiType({ name: 'k8s.io.api.authentication.v1.TokenRequest', doc: 'Asks for a token of a service account.' })
export class TokenRequest {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, TokenRequestSpec, {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'What kind of token is asked for.',
  })
  spec: TokenRequestSpec;

  @Field(3, TokenRequestStatus, { doc: 'The issued token, filled in by the server.' })
  status?: TokenRequestStatus;
}
