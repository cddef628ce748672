import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, formatAge } from '../../../src/plugin-api/built-in.js';
import { containerColumns, formatSelector } from '../../core/index.js';
import type { CronJob } from './cron-job.v1.js';

type Cell = Column<CronJob>['cell'];

/** The columns of `kubectl get cronjobs`. */
export const cronJobColumns: readonly ReleaseColumn<CronJob>[] = [
  nameColumn(),
  column('Schedule', 'When jobs are started.', ({ spec }) => spec?.schedule ?? ''),
  { ...column('Timezone', 'Time zone of the schedule.', ({ spec }) => spec?.timeZone ?? NONE_CELL), since: '1.30' },
  { ...column('Suspend', 'Whether no jobs are started for now.', formatSuspend), type: 'boolean' },
  { ...column('Active', 'Jobs that are running.', ({ status }) => status?.active?.length ?? 0), type: 'integer' },
  column('Last Schedule', 'Time since a job was started last.', ({ status }, now) =>
    status?.lastScheduleTime ? formatAge(status.lastScheduleTime, now) : NONE_CELL,
  ),
  ageColumn(),
  ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate.spec?.template),
  {
    ...column('Selector', 'Labels by which pods are found.', ({ spec }) =>
      formatSelector(spec?.jobTemplate.spec?.selector),
    ),
    priority: 1,
  },
];

function column(name: string, description: string, cell: Cell): Column<CronJob> {
  return { name, type: 'string', description, cell };
}

function formatSuspend({ spec }: CronJob): string {
  if (spec?.suspend === undefined) return '<unset>';
  return spec.suspend ? 'True' : 'False';
}
