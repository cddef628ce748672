/** The parts of rows that are shown on demand. */
export interface TableParts {
  readonly isLogShown: boolean;
  readonly areLabelsShown: boolean;
  readonly isWide: boolean;
}
