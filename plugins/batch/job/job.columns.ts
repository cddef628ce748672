import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { humanDuration } from '../../../src/plugin-api/built-in.js';
import { containerColumns, formatSelector } from '../../core/index.js';
import { hasJobCondition } from './job-outcome.js';
import type { Job } from './job.v1.js';

type Cell = Column<Job>['cell'];

/** The columns of `kubectl get jobs`. */
export const jobColumns: readonly Column<Job>[] = [
  nameColumn(),
  text('Status', 'How far the job is.', formatStatus),
  text('Completions', 'Pods that have succeeded, of how many.', formatCompletions),
  text('Duration', 'How long the job has run.', formatDuration),
  ageColumn(),
  ...containerColumns<Job>(({ spec }) => spec?.template),
  { ...text('Selector', 'Labels by which pods are found.', ({ spec }) => formatSelector(spec?.selector)), priority: 1 },
];

function text(name: string, description: string, cell: Cell): Column<Job> {
  return { name, type: 'string', description, cell };
}

function formatStatus(job: Job): string {
  if (hasJobCondition(job, 'Complete')) return 'Complete';
  if (hasJobCondition(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp) return 'Terminating';
  const rest = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];
  return rest.find((type) => hasJobCondition(job, type)) ?? 'Running';
}

function formatCompletions({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function formatDuration({ status }: Job, now: number): string {
  if (!status?.startTime) return '';
  const end = status.completionTime ? Date.parse(status.completionTime) : now;
  return humanDuration(end - Date.parse(status.startTime));
}
