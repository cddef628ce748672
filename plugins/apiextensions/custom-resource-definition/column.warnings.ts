import { FieldPath } from '../../../src/plugin-api/index.js';
import { MAX_CELL_VISITS, MAX_COLUMN_PATH } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceDefinition } from './custom-resource-definition.v1.js';

const VERSIONS = FieldPath.of('spec', 'versions');
/** Matches `..` outside of names that escape it; what stands in quotes is counted too, which only warns once more. */
const RECURSIVE = /\.\./g;

/** Warns of columns that may show nothing, because their paths cost more than a cell may. */
export function columnWarnings({ spec }: CustomResourceDefinition): string[] {
  return (spec.versions ?? []).flatMap(({ additionalPrinterColumns = [] }, i) =>
    additionalPrinterColumns.flatMap(({ jsonPath }, j) => {
      const path = VERSIONS.index(i).child('additionalPrinterColumns').index(j).child('jsonPath');
      const warning = warningOf(jsonPath);
      return warning === undefined ? [] : [`${path.toString()}: ${warning}`];
    }),
  );
}

function warningOf(jsonPath: string): string | undefined {
  if (jsonPath.length > MAX_COLUMN_PATH) return `a path longer than ${MAX_COLUMN_PATH} characters shows nothing`;
  const recursive = jsonPath.match(RECURSIVE)?.length ?? 0;
  return recursive > 1 ? `cells that would visit more than ${MAX_CELL_VISITS} values show nothing` : undefined;
}
