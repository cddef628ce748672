/** The metrics and labels that a PromQL expression uses. */
export interface UsedMetrics {
  /** Names of series, with the ending of histograms. */
  readonly series: readonly string[];
  readonly labels: readonly string[];
}

const FUNCTIONS =
  /\b(?:sum|max|min|avg|count|topk|rate|increase|histogram_quantile|absent|vector|label_values)\b(?=\s*(?:\(|by\b))/g;
const GROUPING = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g;
const SELECTOR = /\{([^}]*)\}/g;
const WORDS = /[a-zA-Z_:][a-zA-Z0-9_:]*/g;
const OPERATORS = new Set(['and', 'or', 'unless', 'e']);

/** Reads the metrics and labels of an expression. Knows the functions that the rules and dashboards here use. */
export function usedMetrics(expression: string): UsedMetrics {
  const labels: string[] = [];
  const collect = (text: string): string => {
    labels.push(...[...text.matchAll(WORDS)].map(([word]) => word));
    return ' ';
  };
  const plain = expression
    .replace(/label_values\(([^,]*),([^)]*)\)/g, (_all, metric: string, label: string) => metric + collect(label))
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(GROUPING, (_all, names: string) => collect(names))
    .replace(SELECTOR, (_all, names: string) => collect(names))
    .replace(FUNCTIONS, ' ');
  const series = [...plain.matchAll(WORDS)].map(([word]) => word).filter((word) => !OPERATORS.has(word));
  return { series, labels };
}
