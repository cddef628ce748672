import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, humanDuration } from '../../../src/plugin-api/built-in.js';
import { containerColumns, formatSelector } from '../../core/index.js';
import { hasJobCondition } from './job-outcome.js';
import type { Job } from './job.v1.js';

type Cell = Column<Job>['cell'];

const FORMER_STATES = ['Suspended', 'FailureTarget'];
const STATES = [...FORMER_STATES, 'SuccessCriteriaMet'];

/** The columns of `kubectl get jobs`. */
export const jobColumns: readonly ReleaseColumn<Job>[] = [
  nameColumn(),
  { ...text('Status', 'How far the job is.', (job) => formatStatus(job, FORMER_STATES)), since: '1.30', until: '1.33' },
  { ...text('Status', 'How far the job is.', (job) => formatStatus(job, STATES)), since: '1.34' },
  text('Completions', 'Pods that have succeeded, of how many.', formatCompletions),
  text('Duration', 'How long the job has run.', formatDuration),
  ageColumn(),
  ...containerColumns<Job>(({ spec }) => spec?.template),
  { ...text('Selector', 'Labels by which pods are found.', ({ spec }) => formatSelector(spec?.selector)), priority: 1 },
];

function text(name: string, description: string, cell: Cell): Column<Job> {
  return { name, type: 'string', description, cell };
}

function formatStatus(job: Job, states: readonly string[]): string {
  if (hasJobCondition(job, 'Complete')) return 'Complete';
  if (hasJobCondition(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp) return 'Terminating';
  return states.find((type) => hasJobCondition(job, type)) ?? 'Running';
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
