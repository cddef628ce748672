/** The parameters of writes by the console: unknown fields are refused, and nothing is stored in a dry run. */
export function writeQuery(isDryRun: boolean): Record<string, string | undefined> {
  return { fieldManager: 'binnacle-console', fieldValidation: 'Strict', dryRun: isDryRun ? 'All' : undefined };
}
