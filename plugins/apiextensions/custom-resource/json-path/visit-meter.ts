import { MAX_CELL_VISITS } from '../../../../src/plugin-api/built-in.js';
import { EvaluationFault } from './path-step.js';

/** Counts the values that a path visits; one that visits too many cannot be applied. */
export class VisitMeter {
  visits = 0;

  constructor(private readonly most = MAX_CELL_VISITS) {}

  /** Throws EvaluationFault beyond the limit. */
  count(values: number): void {
    this.visits += values;
    if (this.visits > this.most) throw new EvaluationFault();
  }
}
