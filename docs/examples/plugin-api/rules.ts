import {
  ApiType,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  Field,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNotIn,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from '../../../src/plugin-api/index.js';

/** A crane, with a rule of each sort. */
@ApiType({ name: 'com.example.docks.v1.CraneSpec', doc: 'A crane beside a dock.' })
export class CraneSpec {
  @Field(1, 'string', { doc: 'Its sort.' })
  @IsDefined()
  @IsIn(['Jib', 'Gantry'])
  sort: string;

  @Field(2, 'string', { doc: 'Its number on the plan.' })
  @IsNotEmpty()
  @MinLength(2)
  @MaxLength(8)
  @Matches(/^[A-Z]+\d+$/)
  @IsNotIn(['A13'])
  number: string;

  @Field(3, 'double', { pointer: true, doc: 'What it lifts, in whole tons.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(800)
  tons?: number;

  @Field(4, 'string', { list: true, doc: 'Who may use it.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @MaxLength(63, { each: true })
  drivers?: string[];

  @Field(5, 'string', { doc: 'The unit of its scale, of which there is one.' })
  @Equals('kg')
  unit?: string;
}
