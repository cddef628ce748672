import { type Row, labelsText } from './table-model.js';

/** The longest texts of a collection so far, in characters: columns that grow with the rows in view would jump while they scroll. */
export class CellLengths {
  readonly cells: number[] = [];
  namespace = 0;
  labels = 0;

  /** Counts a row. */
  add({ cells, object: { metadata } }: Row): void {
    for (let index = 0; index < cells.length; index++) {
      const length = String(cells[index] ?? '').length;
      if (length > (this.cells[index] ?? 0)) this.cells[index] = length;
    }
    this.namespace = Math.max(this.namespace, metadata.namespace?.length ?? 0);
    if (metadata.labels) this.labels = Math.max(this.labels, labelsText(metadata).length);
  }
}
