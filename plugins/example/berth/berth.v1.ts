import { IsDefined, IsIn, Max, Min } from 'class-validator';
import { ApiType, Field, KubernetesObject } from '../../../src/plugin-api/index.js';
import { CARGOES, SERVICES, setDraught } from './berth.rules.js';

/** Maximum size of a ship. */
@ApiType({ name: 'com.example.harbor.v1.BerthSize', doc: 'Maximum size of a ship.' })
export class BerthSize {
  @Field(1, 'int32', { pointer: true, required: true, doc: 'Length in meters.' })
  @IsDefined()
  @Min(1)
  @Max(400)
  lengthMeters: number;

  @Field(2, 'int32', { pointer: true, doc: 'Depth below the water line in meters; by the length when not given.' })
  @Min(1)
  draughtMeters?: number;
}

/** The spec of a berth. */
@ApiType({ name: 'com.example.harbor.v1.BerthSpec', doc: 'The spec of a berth.' })
export class BerthSpec {
  @Field(1, BerthSize, { doc: 'Maximum size of a ship.' })
  size: BerthSize;

  @Field(2, 'string', { default: 'General', doc: 'The cargo that is loaded here; immutable.' })
  @IsIn(CARGOES)
  cargo?: string;

  @Field(3, 'int32', { pointer: true, default: 1, doc: 'Maximum number of ships at a time.' })
  @Min(0)
  slots?: number;

  @Field(4, 'string', { list: true, listType: 'set', doc: 'Supplies for ships.' })
  @IsIn(SERVICES, { each: true })
  services?: string[];
}

/** The observed state of a berth. */
@ApiType({ name: 'com.example.harbor.v1.BerthStatus', doc: 'The observed state of a berth.' })
export class BerthStatus {
  @Field(1, 'string', { doc: 'Free, Busy or Full.' })
  phase?: string;

  @Field(2, 'int32', { doc: 'Number of ships at the berth.' })
  occupied?: number;
}

/** A place where ships can lie. */
@ApiType({
  name: 'com.example.harbor.v1.Berth',
  doc: 'A place where ships can lie.',
  defaults: ({ spec }: Berth) => setDraught(spec.size),
})
export class Berth extends KubernetesObject {
  @Field(2, BerthSpec) spec: BerthSpec;
  @Field(3, BerthStatus) status?: BerthStatus;
}
