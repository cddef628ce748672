import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A number the store remembers about itself, by name. */
@Entity('property')
export class PropertyEntity {
  @PrimaryColumn({ type: 'text' })
  name: string;

  @Column({ type: 'integer' })
  value: number;
}
