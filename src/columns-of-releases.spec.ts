import { declarationOf } from './plugin-api/built-in.js';
import { BUILT_IN_PLUGINS } from './plugins.js';
import { type KindDefinition, ResolvedKind } from './registry/index.js';

const DECLARED = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!).flatMap(({ group, kinds }) =>
  kinds.map((kind) => ({ group, kind: kind as unknown as KindDefinition })),
);

/** The names of the columns that a resource has in a release; those that only wide tables show are in brackets. */
function columnsOf(resource: string, release: string): string {
  const { group, kind } = DECLARED.find((each) => each.kind.plural === resource)!;
  const { columns } = new ResolvedKind(group, kind, { release }).storage;
  return columns!.map(({ name, priority = 0 }) => (priority > 0 ? `[${name}]` : name)).join(' ');
}

// Of 1.15 and 1.20 whole printers are known (1.15.5 and 1.20.2); the others are known by the changes that added them.
describe('the columns of a release', () => {
  it.each([
    ['jobs', '1.29', 'Name Completions Duration Age [Containers] [Images] [Selector]'],
    ['jobs', '1.30', 'Name Status Completions Duration Age [Containers] [Images] [Selector]'],
    ['jobs', '1.34', 'Name Status Completions Duration Age [Containers] [Images] [Selector]'],
    ['cronjobs', '1.29', 'Name Schedule Suspend Active Last Schedule Age [Containers] [Images] [Selector]'],
    ['cronjobs', '1.30', 'Name Schedule Timezone Suspend Active Last Schedule Age [Containers] [Images] [Selector]'],
    ['priorityclasses', '1.31', 'Name Value Global-Default Age'],
    ['priorityclasses', '1.32', 'Name Value Global-Default Age PreemptionPolicy'],
    ['ingresses', '1.15', 'Name Hosts Address Ports Age'],
    ['ingresses', '1.18', 'Name Class Hosts Address Ports Age'],
    ['persistentvolumeclaims', '1.28', 'Name Status Volume Capacity Access Modes StorageClass Age [VolumeMode]'],
    [
      'persistentvolumeclaims',
      '1.29',
      'Name Status Volume Capacity Access Modes StorageClass VolumeAttributesClass Age [VolumeMode]',
    ],
    [
      'persistentvolumes',
      '1.20',
      'Name Capacity Access Modes Reclaim Policy Status Claim StorageClass Reason Age [VolumeMode]',
    ],
    ['rolebindings', '1.15', 'Name Age [Role] [Users] [Groups] [ServiceAccounts]'],
    ['clusterrolebindings', '1.20', 'Name Role Age [Users] [Groups] [ServiceAccounts]'],
    ['certificatesigningrequests', '1.15', 'Name Age Requestor Condition'],
    ['certificatesigningrequests', '1.20', 'Name Age SignerName Requestor Condition'],
    ['certificatesigningrequests', '1.22', 'Name Age SignerName Requestor RequestedDuration Condition'],
    ['storageclasses', '1.15', 'Name Provisioner Age'],
    ['storageclasses', '1.20', 'Name Provisioner ReclaimPolicy VolumeBindingMode AllowVolumeExpansion Age'],
    ['csidrivers', '1.15', 'Name Created At'],
    ['csidrivers', '1.20', 'Name AttachRequired PodInfoOnMount Modes Age'],
    [
      'csidrivers',
      '1.21',
      'Name AttachRequired PodInfoOnMount StorageCapacity TokenRequests RequiresRepublish Modes Age',
    ],
    ['csinodes', '1.15', 'Name Created At'],
    ['csinodes', '1.20', 'Name Drivers Age'],
    ['validatingwebhookconfigurations', '1.15', 'Name Created At'],
    ['mutatingwebhookconfigurations', '1.20', 'Name Webhooks Age'],
    ['prioritylevelconfigurations', '1.20', 'Name Type AssuredConcurrencyShares Queues HandSize QueueLengthLimit Age'],
    ['prioritylevelconfigurations', '1.26', 'Name Type NominalConcurrencyShares Queues HandSize QueueLengthLimit Age'],
  ])('of %s in %s', (resource, release, expected) => {
    expect(columnsOf(resource, release)).toBe(expected);
  });

  it.each([
    ['pods', 'Restarts', '1.21', { spec: {}, status: {} }, 0],
    ['pods', 'Restarts', '1.22', { spec: {}, status: {} }, '0'],
    ['jobs', 'Status', '1.33', { status: { conditions: [{ type: 'SuccessCriteriaMet', status: 'True' }] } }, 'Running'],
    [
      'jobs',
      'Status',
      '1.34',
      { status: { conditions: [{ type: 'SuccessCriteriaMet', status: 'True' }] } },
      'SuccessCriteriaMet',
    ],
    ['horizontalpodautoscalers', 'Targets', '1.29', autoscaler(), '40%/50%'],
    ['horizontalpodautoscalers', 'Targets', '1.30', autoscaler(), 'cpu: 40%/50%'],
  ])('the cell of %s, %s, in %s', (resource, name, release, object, cell) => {
    const { group, kind } = DECLARED.find((each) => each.kind.plural === resource)!;
    const { columns } = new ResolvedKind(group, kind, { release }).storage;
    const column = columns!.find((each) => each.name === name)!;
    expect(column.cell({ metadata: {}, ...object } as never, 0)).toBe(cell);
  });
});

function autoscaler(): object {
  const cpu = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } };
  return {
    spec: { metrics: [{ type: 'Resource', resource: cpu }] },
    status: {
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } }],
    },
  };
}
