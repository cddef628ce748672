import {
  FREE_CELL_CHARACTERS,
  FREE_CELL_VISITS,
  MAX_CELL_CHARACTERS,
  MAX_CELL_VISITS,
  MAX_TABLE_CELLS,
  MAX_TABLE_CHARACTERS,
  MAX_TABLE_VISITS,
} from '../../apimachinery/index.js';

/**
 * The work that the cells of one answer may take, for columns whose cost depends on what clients wrote. Cells of everyday
 * size take nothing from it, so long tables of them are whole.
 *
 * @public
 * @example
 * const limits = new CellBudget().next();
 */
export class CellBudget {
  private cells = MAX_TABLE_CELLS;
  private visits = MAX_TABLE_VISITS;
  private characters = MAX_TABLE_CHARACTERS;

  /** Returns the limits of the next cell; undefined if there may be no more. */
  next(): CellLimits | undefined {
    if (this.cells === 0) return undefined;
    this.cells--;
    return {
      visits: Math.min(MAX_CELL_VISITS, FREE_CELL_VISITS + this.visits),
      characters: Math.min(MAX_CELL_CHARACTERS, FREE_CELL_CHARACTERS + this.characters),
    };
  }

  /** Takes what a cell has used. */
  take({ visits, characters }: CellLimits): void {
    this.visits -= Math.min(this.visits, Math.max(0, visits - FREE_CELL_VISITS));
    this.characters -= characters > FREE_CELL_CHARACTERS ? Math.min(this.characters, characters) : 0;
  }
}

/**
 * The number of values that a cell may visit and of characters that it may have.
 *
 * @public
 * @example
 * const used: CellLimits = { visits: 3, characters: 12 };
 */
export interface CellLimits {
  readonly visits: number;
  readonly characters: number;
}
