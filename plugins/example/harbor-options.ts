import { Flag, MaxLength } from '../../src/plugin-api/index.js';

/** The options of a harbor. */
export class HarborOptions {
  /** `--harbor-title`. */
  @Flag('string', { help: 'Title of the notice board.' })
  @MaxLength(60)
  title = 'Harbor';
}
