import { ApiType, Field, KubernetesObject } from '../../../src/plugin-api/index.js';
import { BerthStatus } from './berth.v1.js';
import { CARGOES, setDraught } from './berth.rules.js';

/** The spec of a berth in v1beta1: flat, and services in one text. */
@ApiType({ name: 'com.example.harbor.v1beta1.BerthSpec', doc: 'The spec of a berth.' })
export class BerthSpecV1beta1 {
  @Field(1, 'int32', { pointer: true, required: true, doc: 'Length in meters.' })
  lengthMeters: number;

  @Field(2, 'int32', { pointer: true, doc: 'Depth below the water line in meters; by the length when not given.' })
  draughtMeters?: number;

  @Field(3, 'string', { default: 'General', enum: CARGOES, doc: 'The cargo that is loaded here; immutable.' })
  cargoType?: string;

  @Field(4, 'int32', { pointer: true, default: 1, doc: 'Maximum number of ships at a time.' })
  slots?: number;

  @Field(5, 'string', { doc: 'Supplies for ships, separated by commas.' })
  services?: string;
}

/** A berth as v1beta1 had it. */
@ApiType({
  name: 'com.example.harbor.v1beta1.Berth',
  doc: 'A place where ships can lie.',
  defaults: ({ spec }: BerthV1beta1) => setDraught(spec),
})
export class BerthV1beta1 extends KubernetesObject {
  @Field(2, BerthSpecV1beta1) spec: BerthSpecV1beta1;
  @Field(3, BerthStatus) status?: BerthStatus;
}
