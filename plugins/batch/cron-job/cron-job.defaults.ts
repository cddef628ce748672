/** The members of a cron job that have defaults. */
interface DefaultedCronJob {
  spec?: {
    concurrencyPolicy?: string;
    suspend?: boolean;
    successfulJobsHistoryLimit?: number;
    failedJobsHistoryLimit?: number;
  };
}

/** Fills in how runs follow each other and how many are kept. */
export function defaultCronJob({ spec }: DefaultedCronJob): void {
  if (!spec) return;
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
}
